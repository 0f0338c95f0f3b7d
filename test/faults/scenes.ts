import type { KeptListing } from '../support/ledger.ts';
import type { RequestKind } from './shop.ts';

/** A command line against a shop of six listings, and which of its requests meet a fault. */
export interface Scene {
  name: string;
  args: readonly string[];
  meets: RequestKind;
  /** How many requests of that kind there are where nothing goes wrong. */
  requests: number;
  /** What it asks for, where it changes something: many rows from a file, or one thing. */
  change?: 'rows' | 'one';
  /** The file of its rows. */
  rows?: string;
  /** Whom its change is about, or its rows, each in its line. */
  subjects?: readonly string[];
  /** The inventory after a change that can be looked for: such a change may turn out to be there. */
  wanted?: number;
  /** It compares and sets the inventory: to a value, or to one that it adds to. */
  replaces?: 'by value' | 'by delta';
  /** Which requests of their own it makes: of pages, of one listing's inventory, of the feed's link. */
  has?: 'pages' | 'updates' | 'link' | 'file';
  /** The answer is printed as it came, whatever it says. */
  isRaw?: true;
}

const numbers = [0, 1, 2, 3, 4, 5];
export const idOf = (number: number): string => `a0000000-0000-4000-8000-00000000000${number}`;

/** What the shop sells: 5 of the first listing, 6 of the next, and so on. */
export const listings: readonly Omit<KeptListing, 'history'>[] = numbers.map((number) => ({
  id: idOf(number),
  externalIdentifier: `external-${number}`,
  sku: `sku-${number}`,
  inventory: 5 + number,
  isClosed: false,
  isFrozen: false,
}));

const id = idOf(0);
const picture = 'https://images.example/1.jpg';

const read = (line: string, has: Scene['has'], requests = 1, meets: RequestKind = 'read'): Scene => ({
  name: line,
  args: line.split(' '),
  meets,
  requests,
  ...(has === undefined ? {} : { has }),
});

const reads: readonly Scene[] = [
  ...['json', 'ndjson', 'csv', 'table'].map((format) =>
    read(`listings list --page-size 2 -o ${format}`, 'pages', 3),
  ),
  read('listings list --count', 'pages'),
  read('listings get --sku sku-3', 'pages'),
  read(`listings get ${id}`, 'updates'),
  read('shops lookup meadow.example', undefined),
  read('feed fetch --link', 'link'),
  read('feed stats -o json', 'link'),
  ...['-o json', '-o ndjson', '-o csv', '-o table', '--check'].map((how) =>
    read(`feed fetch ${how}`, 'file', 1, 'file'),
  ),
  { ...read(`api GET /v1/listings/${id}`, undefined), isRaw: true },
];

const one = (name: string, args: readonly string[], more: Partial<Scene> = {}): Scene => ({
  name,
  args: [...args, '--yes'],
  meets: 'change',
  requests: 1,
  change: 'one',
  subjects: [id],
  ...more,
});

const inventory = { has: 'updates' } as const;
const byValue = { replaces: 'by value' } as const;
const byDelta = { replaces: 'by delta' } as const;
const created = [
  'listings',
  'create',
  '--shop-id',
  'shop-1',
  '--condition',
  'good',
  '--source',
  'sku',
  '--product-id',
  'sku-9',
  '--image',
  picture,
  '--external-id',
  'external-9',
];

const changes: readonly Scene[] = [
  one('inventory set --expect', ['inventory', 'set', id, '3', '--expect', '5'], {
    ...inventory,
    ...byValue,
    wanted: 3,
  }),
  one('inventory set', ['inventory', 'set', id, '3'], { ...inventory, ...byValue, wanted: 3 }),
  one('inventory adjust', ['inventory', 'adjust', id, '2'], inventory),
  one('inventory adjust --exact', ['inventory', 'adjust', id, '-2', '--exact'], {
    ...inventory,
    ...byDelta,
    wanted: 3,
  }),
  one('listings close', ['listings', 'close', id], { ...inventory, ...byValue, wanted: 0 }),
  one('listings create', created, { subjects: ['external-9'] }),
  one('grade', ['grade', id, '--condition', 'good']),
  one(
    'api PUT',
    [
      'api',
      'PUT',
      `/v1/listings/${id}/inventory`,
      '--field',
      'action=ADJUST_INVENTORY',
      '--field',
      'inventoryAdjustment:=2',
    ],
    {
      isRaw: true,
    },
  ),
];

/** What a change reads before it is made. */
const readFirst: readonly Scene[] = ['inventory set', 'inventory adjust --exact', 'listings close'].map(
  (name) => {
    const scene = changes.find((candidate) => candidate.name === name) as Scene;
    return { ...scene, name: `${name}, its read`, meets: 'read' };
  },
);

const many = (command: string, head: string, row: (number: number) => string, subjectOf = idOf): Scene => ({
  name: `${command} --from`,
  args: [...command.split(' '), '--from', 'rows.csv', '-o', 'ndjson', '--yes'],
  meets: 'change',
  requests: 6,
  change: 'rows',
  rows: `${[head, ...numbers.map(row)].join('\n')}\n`,
  subjects: numbers.map(subjectOf),
});

const bulk: readonly Scene[] = [
  { ...many('inventory set', 'id,quantity', (number) => `${idOf(number)},${20 + number}`), ...byValue },
  { ...many('inventory adjust', 'sku,delta', (number) => `sku-${number},${number + 1}`), ...byDelta },
  many(
    'inventory adjust --direct',
    'externalIdentifier,delta',
    (number) => `external-${number},${number + 1}`,
  ),
  { ...many('listings close', 'id', idOf), ...byValue },
  many(
    'listings create',
    'shopId,condition,productDataSourceType,productIdentifier,externalIdentifier,images',
    (number) => `shop-1,GOOD,COMMERCE_SKU,sku-${number},new-${number},${picture}`,
    (number) => `new-${number}`,
  ),
  many('grade', 'id,condition,shipment', (number) => `${idOf(number)},GOOD,${number}`),
];

/** The list that a bulk run reads before it begins. */
const listedFirst: readonly Scene[] = bulk
  .filter(({ name }) => !name.startsWith('grade'))
  .map((scene) => ({ ...scene, name: `${scene.name}, its list`, meets: 'read', requests: 1, has: 'pages' }));

/** Every command that talks to the service. */
export const scenes: readonly Scene[] = [...reads, ...changes, ...readFirst, ...bulk, ...listedFirst];
