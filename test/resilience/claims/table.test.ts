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

test.each(tries.map((one) => [one.weather, one.when, one] as const))(
  'each claim is true: %s, %s',
  async (_, __, { paragraph, which, ...weather }) => {
    const { claimed, due } = await comparison(weather, paragraph, which);
    expect(claimed).toEqual(due);
  },
);
