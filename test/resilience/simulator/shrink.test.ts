import { expect, it } from 'vitest';
import { generate } from './generator.ts';
import { printed } from './history.ts';
import { shrink } from './shrink.ts';

it('leaves what a history needs to fail, and nothing else', async () => {
  const history = generate(12);
  const kills = {
    do: 'start',
    job: 'A',
    line: 'inventory adjust --from adjust1.csv --run night --yes',
  } as const;
  const text = `externalIdentifier,delta\n${['BAG-1', 'BAG-4', 'BAG-5'].map((name) => `${name},2\n`).join('')}`;
  const file = { do: 'file', path: 'sold.csv', text } as const;
  const long = {
    ...history,
    steps: [...history.steps, file, kills, { do: 'wait', job: 'A' } as const, ...history.steps],
  };
  const shortest = await shrink(
    long,
    async ({ steps, listings }) =>
      listings.length >= 2 &&
      steps.some((step) => step.do === 'start' && step.line.includes('--run night')) &&
      steps.some((step) => step.do === 'file' && step.text.includes('BAG-4')),
  );
  expect(shortest.listings).toHaveLength(2);
  expect(shortest.steps).toHaveLength(2);
  expect(printed(shortest).split('\n').slice(-4)).toEqual([
    'externalIdentifier,delta',
    expect.stringContaining('BAG-4,'),
    '.',
    'resale inventory adjust --from adjust1.csv --run night & A=$!',
  ]);
});

it('leaves out a row with the request of which a fault was the next', async () => {
  const rows = ['BAG-1', 'BAG-2', 'BAG-3'];
  const shortest = await shrink(
    {
      ...generate(12),
      steps: [
        { do: 'fault', fault: { on: 'change', nth: 3, deliveries: [0], answer: { kind: 'lost' } } },
        { do: 'file', path: 'sold.csv', text: `listing,delta\n${rows.map((row) => `${row},2\n`).join('')}` },
      ],
    },
    async ({ steps: [fault, file] }) =>
      fault?.do === 'fault' && file?.do === 'file' && file.text.split('\n').length === fault.fault.nth + 2,
  );
  expect(shortest.steps).toMatchObject([
    { fault: { nth: 1 } },
    { text: expect.stringMatching(/^.*\n.*\n$/) },
  ]);
});

it('draws the same history from the same seed', () => {
  expect(generate(7)).toEqual(generate(7));
  expect(generate(7)).not.toEqual(generate(8));
});
