import { faultKinds, faultMeanings } from '../../sandbox/faults/faults.ts';
import type { Part } from '../topic.ts';

export const faults: readonly Part[] = [
  'A script shows its worth on a bad day. `--faults` makes the sandbox fail on purpose: each fault hits a share of the requests, and the shares add up to at most 100%. The same --seed brings the same faults for the same requests.',
  { rows: faultKinds.map((kind) => [kind, faultMeanings[kind]] as const) },
  { heading: 'Examples' },
  {
    lines: [
      "resale sandbox exec --faults '500=5%,429=10%,lost-answer=2%' -- ./restock.sh",
      "resale sandbox start --faults 'slow=50%' --seed 7",
    ],
  },
  'A single request can ask for a fault with the header X-Sandbox-Fault, if the sandbox was started with --faults. The request log names the fault of each request; the page of `sandbox start` also shows both answers to one that was delivered twice.',
];
