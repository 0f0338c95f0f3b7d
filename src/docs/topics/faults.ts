import { type FaultKind, faultKinds } from '../../sandbox/faults/faults.ts';
import type { Part } from '../topic.ts';

const meanings: Readonly<Record<FaultKind, string>> = {
  reset: 'the connection breaks, and nothing is carried out',
  'lost-answer': 'the request is carried out, and the connection ends without an answer',
  '500': 'a server error, before or after the request was carried out',
  '429': 'too many requests; says to try again in a second',
  slow: 'an answer that takes two seconds',
  truncate: 'half an answer with the length of the whole',
};

export const faults: readonly Part[] = [
  'A script shows its worth on a bad day. `--faults` makes the sandbox fail on purpose: each fault hits a share of the requests, and the shares add up to at most 100%. The same --seed brings the same faults for the same requests.',
  { rows: faultKinds.map((kind) => [kind, meanings[kind]] as const) },
  { heading: 'Examples' },
  {
    lines: [
      "resale sandbox exec --faults '500=5%,429=10%,lost-answer=2%' -- ./restock.sh",
      "resale sandbox start --faults 'slow=50%' --seed 7",
    ],
  },
  'A single request can ask for a fault with the header X-Sandbox-Fault, if the sandbox was started with --faults. The request log names the fault of each request.',
];
