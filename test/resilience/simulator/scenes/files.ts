import type { Listing } from '../books.ts';
import { idOf } from '../shop.ts';
import type { Draft, Verb } from './draft.ts';

export const conditions = ['NEW_WITH_TAGS', 'EXCELLENT', 'GOOD', 'MINOR_DEFECT'] as const;

export const rowsOf = (draft: Draft, kind: Verb): string => {
  const chance = draft.chance;
  const chosen = chance.some(draft.listings, chance.pick([0.4, 0.8, 1]));
  const all = chosen.length > 0 ? chosen : draft.listings.slice(0, 1);
  const file = draft.files;
  const byName = chance.happens(0.25);
  const nameOf = ({ id, externalIdentifier }: Listing) => (byName ? `${externalIdentifier}` : id);
  const head = byName ? 'externalIdentifier' : 'id';
  switch (kind) {
    case 'set':
      return csv(
        `${head},quantity`,
        all.map((one, index) => `${nameOf(one)},${chance.happens(0.15) ? 0 : file * 20 + index}`),
      );
    case 'adjust': {
      // Each row of a listing adds something else, so that the books tell them apart.
      const rows = all.flatMap((one) => {
        const delta = chance.happens(0.45) ? -1 : file * 3 + chance.between(0, 2);
        const again = chance.happens(0.4) ? [`${nameOf(one)},${delta + chance.between(2, 4)}`] : [];
        return [`${nameOf(one)},${delta}`, ...again];
      });
      return csv(`${head},delta`, rows);
    }
    case 'close':
      return csv(head, all.slice(0, 5).map(nameOf));
    case 'create':
      return csv(
        'externalIdentifier,shopId,condition,productDataSourceType,productIdentifier,images',
        Array.from({ length: chance.between(1, 6) }, (_, index) => {
          const name = `NEW-${file}-${index + 1}`;
          return `${name},shop-1,${chance.pick(conditions)},COMMERCE_SKU,SKU-${name},https://images.example/${index}.jpg`;
        }),
      );
    default: {
      const isGrouped = chance.happens(0.5);
      return csv(
        isGrouped ? 'id,condition,shipment' : 'id,condition',
        Array.from({ length: chance.between(1, 6) }, (_, index) => {
          const item = idOf('d', file * 100 + index);
          return `${item},${chance.pick(conditions)}${isGrouped ? `,box-${index % 3}` : ''}`;
        }),
      );
    }
  }
};

const csv = (head: string, rows: readonly string[]): string => `${[head, ...rows].join('\n')}\n`;
