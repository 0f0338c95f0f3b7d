import { type FaultKind, faultKinds } from '../../sandbox/faults/faults.ts';
import type { Part } from '../topic.ts';

const meanings: Readonly<Record<FaultKind, string>> = {
  reset: 'the connection breaks off, and nothing is carried out',
  'lost-answer': 'the request is carried out, and the connection ends without an answer',
  '500': 'a server error, before or after the request was carried out',
  '429': 'too many requests; says to come back in a second',
  slow: 'an answer that takes two seconds',
  truncate: 'half an answer under the length of the whole',
};

export const faults: readonly Part[] = [
  'A script shows what it is worth on a bad day. `--faults` makes the sandbox fail on purpose, each fault for a share of the requests; the shares add up to 100% at most. The same --seed brings the same faults for the same requests.',
  { rows: faultKinds.map((kind) => [kind, meanings[kind]] as const) },
  { heading: 'Examples' },
  {
    lines: [
      "resale sandbox exec --faults '500=5%,429=10%,lost-answer=2%' -- ./restock.sh",
      "resale sandbox start --faults 'slow=50%' --seed 7",
    ],
  },
  'Single requests ask for one with the header X-Sandbox-Fault, where the sandbox was started with --faults. The request log names the fault that a request met.',
];
