import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import { whole } from '../faults/wire.ts';
import { answering } from './answers.ts';
import type { Place } from './fuzzer.ts';
import { oddText, oddValue } from './odd.ts';

/** Some listings, with whatever a service may put beside the fields that are documented. */
export const oddListings = fc
  .array(
    fc.record({
      more: fc.dictionary(oddText, oddValue, { maxKeys: 4 }),
      sku: fc.option(oddText),
      externalIdentifier: fc.option(oddText),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ more, ...fields }, index) => ({
      ...more,
      ...fields,
      id: idOf(index),
      state: 'OPEN',
      condition: 'GOOD',
      availableInventory: index,
    })),
  );
export type OddListings = typeof oddListings extends fc.Arbitrary<infer Value> ? Value : never;

/** Has the list asked for, and answered with these. Gives what was said. */
export const listed = (place: Place, all: OddListings, flags: readonly string[]) => {
  answering(place, 'read', () =>
    whole(200, JSON.stringify({ listings: all, pageInfo: { hasNextPage: false } })),
  );
  return place.keepsManners(['listings', 'list', ...flags]);
};
