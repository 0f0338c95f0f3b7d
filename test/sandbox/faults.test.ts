import { expect, test } from 'vitest';
import { FaultSpecError } from '../../src/sandbox/errors.ts';
import { parseFaults } from '../../src/sandbox/faults/faults.ts';

test.each([
  ['reset=2%', { reset: 0.02 }],
  [' slow = 2.5% , 500=5%', { slow: 0.025, '500': 0.05 }],
  [
    'reset=2%,500=5%,429=10%,slow=3%,lost-answer=2%,truncate=1%,repeated=4%,403=6%',
    {
      ...{ reset: 0.02, '500': 0.05, '429': 0.1, slow: 0.03, 'lost-answer': 0.02, truncate: 0.01 },
      ...{ repeated: 0.04, '403': 0.06 },
    },
  ],
  ['429=0%', { '429': 0 }],
  ['reset=33.3%,500=33.3%,slow=33.4%', { reset: 0.333, '500': 0.333, slow: 0.334 }],
])('%s', (spec, rates) => {
  const parsed: object = parseFaults(spec);
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(rates).sort());
  for (const [kind, rate] of Object.entries(rates))
    expect(parsed).toHaveProperty([kind], expect.closeTo(rate, 10));
});

test.each([
  [
    'rest=2%',
    'There is no fault "rest"; the faults are reset, lost-answer, 500, 429, slow, truncate, repeated, 403.',
  ],
  ['', 'There is no fault ""; the faults are reset, lost-answer, 500, 429, slow, truncate, repeated, 403.'],
  [
    'constructor=2%',
    'There is no fault "constructor"; the faults are reset, lost-answer, 500, 429, slow, truncate, repeated, 403.',
  ],
  ['reset', 'The fault reset needs a rate from 0% to 100%, such as reset=5%.'],
  ['reset=2', 'The fault reset needs a rate from 0% to 100%, such as reset=5%.'],
  ['reset=-2%', 'The fault reset needs a rate from 0% to 100%, such as reset=5%.'],
  ['reset=100.1%', 'The fault reset needs a rate from 0% to 100%, such as reset=5%.'],
  ['reset=1%=2%', 'The fault reset needs a rate from 0% to 100%, such as reset=5%.'],
  ['reset=1%,reset=2%', 'The fault reset is named twice.'],
  ['reset=60%,slow=50%', 'The rates of the faults add up to 110%, more than 100%.'],
])('%s is refused', (spec, message) => {
  expect(() => parseFaults(spec)).toThrow(FaultSpecError);
  expect(() => parseFaults(spec)).toThrow(message);
});
