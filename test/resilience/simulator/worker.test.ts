import { expect, it } from 'vitest';
import { generate } from './generator.ts';
import type { Played } from './play.ts';
import { comparing } from './worker.ts';

/** A tool with which a history goes wrong in these ways. */
const missing =
  (...kinds: string[]) =>
  async (): Promise<Played> => ({
    ...{ lasted: 0, events: 0, lines: 0, said: [] },
    misses: kinds.map((kind) => ({ kind, what: kind })),
  });

it('counts of a broken tool only what the intact one does not show', async () => {
  const plays = comparing(missing('applied twice', 'never ends'), missing('never ends'));
  const { misses } = await plays(generate(1));
  expect(misses.map(({ kind }) => kind)).toEqual(['applied twice']);
});
