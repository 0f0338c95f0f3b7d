import type { Step } from '../history.ts';
import type { Draft } from './draft.ts';

/** What others do in the shop, most of it to what the last file is about. */
export const rivals = (draft: Draft, count: number): Step[] => {
  const chance = draft.chance;
  const mentioned = draft.steps.flatMap((step) =>
    step.do === 'file' && step.path.startsWith('create') ? (step.text.match(/^NEW-\d+-\d+/gm) ?? []) : [],
  );
  return Array.from({ length: count }, (): Step => {
    const { id, availableInventory } = chance.pick(chance.happens(0.75) ? draft.listedIn() : draft.listings);
    if (mentioned.length > 0 && chance.happens(0.3)) {
      const externalIdentifier = chance.pick(mentioned);
      const act = { kind: 'creates', externalIdentifier, sku: 'SKU-RIVAL', condition: 'GOOD' } as const;
      return { do: 'rival', act };
    }
    if (chance.happens(0.3))
      return { do: 'rival', act: { kind: chance.pick(['buys', 'buys', 'reverts']), id } };
    return chance.happens(0.7)
      ? {
          do: 'rival',
          act: { kind: 'sells', id, left: chance.pick([1, 1, Math.max(0, availableInventory - 1)]) },
        }
      : { do: 'rival', act: { kind: 'restocks', id, to: availableInventory + chance.between(0, 3) } };
  });
};
