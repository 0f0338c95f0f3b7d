import type { Guest } from '../history.ts';
import { idOf } from '../shop.ts';
import type { Draft } from './draft.ts';
import { conditions } from './files.ts';
import { typeLine } from './lines.ts';
import { rivals } from './rivals.ts';
import { faultOf } from './weather.ts';

export const single = (draft: Draft) => {
  const chance = draft.chance;
  const { id } = chance.pick(draft.listings);
  const line = chance.pick([
    `inventory set ${id} ${chance.between(0, 30)} --yes`,
    `inventory adjust ${id} ${chance.pick([-1, 2, 5])} --exact --yes`,
    `inventory adjust ${id} ${chance.pick([-1, 3])} --yes`,
    `listings close ${id} --yes`,
    `grade ${idOf('d', 90_000 + draft.jobs)} --condition ${chance.pick(['good', 'excellent'])} --yes`,
    `listings create --shop-id shop-1 --condition good --source sku --product-id SKU-ALONE-${draft.jobs} --image https://images.example/1.jpg --external-id ALONE-${draft.jobs} --yes`,
  ]);
  typeLine(draft, `${line} -o json`);
};

export const agent = (draft: Draft) => {
  const chance = draft.chance;
  draft.files += 1;
  const operation = chance.pick(['inventory set', 'inventory adjust', 'grade'] as const);
  const rows = chance.some(draft.listings, 0.5).map(({ id }, index) => {
    if (operation === 'grade')
      return { id: idOf('d', draft.files * 100 + index), condition: chance.pick(conditions) };
    if (operation === 'inventory set') return { id, quantity: draft.files * 20 + index };
    return { id, delta: chance.happens(0.3) ? -1 : draft.files * 3 };
  });
  if (rows.length === 0) return;
  const times = chance.happens(0.3) ? { times: 2 } : {};
  guest(draft, 'mcp', { agent: { operation, rows, ...times } });
};

/** Calls at once, two of them of one listing sometimes. */
export const library = (draft: Draft) => {
  const chance = draft.chance;
  const method = chance.pick(['setInventory', 'adjustInventory'] as const);
  draft.files += 1;
  const ids = chance.some(draft.listings, 0.4).map(({ id }) => id);
  const [first] = ids;
  if (first === undefined) return;
  const isPair = method === 'adjustInventory' && chance.happens(0.4);
  const program = [...ids, ...(isPair ? [first] : [])].map((id, index) => ({
    ...{
      method,
      id,
      value: method === 'setInventory' ? draft.files * 20 + index : draft.files * 3 + index,
    },
  }));
  guest(draft, 'library', { program });
};

const guest = (draft: Draft, line: string, guest: Guest) => {
  const chance = draft.chance;
  const job = draft.nextJob();
  for (let left = chance.pick([0, 1, 1, 2]); left > 0; left--)
    draft.step({ do: 'fault', fault: faultOf(draft.chance) });
  draft.step({ do: 'start', job, line, ...guest });
  if (chance.happens(0.2)) {
    draft.step({
      do: 'until',
      job,
      moment: chance.pick(['request', 'answer', 'sync']),
      nth: chance.between(2, 12),
    });
    draft.step(...(chance.happens(0.5) ? ([{ do: 'kill', job }] as const) : rivals(draft, 2)));
  }
  draft.step({ do: 'wait', job });
};
