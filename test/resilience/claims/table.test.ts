import { expect, test } from 'vitest';
import { comparison, paragraphs } from './table.ts';

/*
 * Every way to change something, through its doors, in every weather: table.txt says what is to be claimed and how often the
 * books have it. Whatever it says, nothing is applied twice, and no claim is false.
 */

/** The first weather of each paragraph, through all doors; every other one through one of them. */
const tries = paragraphs.flatMap((paragraph, at) => {
  const names = Object.keys(paragraph.claims);
  return paragraph.weathers.map((weather, number) => {
    const turn = at + number;
    const one = { turn: Math.floor(turn / names.length), only: `${names[turn % names.length]}` };
    return { ...weather, paragraph, which: number === 0 ? {} : one };
  });
});

/** So many at a time, since the library waits in real time between two readings. */
const atATime = 20;
const batches = Array.from({ length: Math.ceil(tries.length / atATime) }, (_, batch) => {
  const some = tries.slice(batch * atATime, (batch + 1) * atATime);
  return [[...new Set(some.map(({ weather }) => weather))].join(', '), some] as const;
});

test.each(batches)('each claim is true: %s', async (_, some) => {
  const compared = await Promise.all(
    some.map(async ({ paragraph, which, ...weather }) => ({
      weather,
      ...(await comparison(weather, paragraph, which)),
    })),
  );
  expect(compared.map(({ weather, claimed }) => ({ weather, claimed }))).toEqual(
    compared.map(({ weather, due }) => ({ weather, claimed: due })),
  );
});
