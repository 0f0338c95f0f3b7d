import { expect, test } from 'vitest';
import { comparison, paragraphs } from './table.ts';

// What table.test.ts tries in one way and through one door: in every way, through one door of each, the next one each time.

const tries = paragraphs.flatMap((paragraph) =>
  paragraph.weathers.slice(1).map((weather, turn) => ({ ...weather, paragraph, turn })),
);

test.each(tries.map((one) => [one.weather, one.when, one] as const))(
  'through other doors, too: %s, %s',
  async (_, __, { paragraph, turn, ...weather }) => {
    const { claimed, due } = await comparison(weather, paragraph, { turn });
    expect(claimed).toEqual(due);
  },
);
