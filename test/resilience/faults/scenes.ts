import type { KeptListing } from '../../support/ledger.ts';
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

/** The read that a single change begins with. What becomes of the change itself, whatever it meets, test/claims says. */
const readFirst: readonly Scene[] = [
  'inventory set ID 3',
  'inventory adjust ID -2 --exact',
  'listings close ID',
].map(
  (line): Scene => ({
    ...read(`${line.replace('ID', id)} --yes`, 'updates'),
    name: `${line.split(' ID')[0]}, its read`,
    change: 'one',
    subjects: [id],
  }),
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
  {
    ...many('inventory set', 'id,quantity', (number) => `${idOf(number)},${20 + number}`),
    replaces: 'by value',
  },
  {
    ...many('inventory adjust', 'sku,delta', (number) => `sku-${number},${number + 1}`),
    replaces: 'by delta',
  },
  many(
    'inventory adjust --direct',
    'externalIdentifier,delta',
    (number) => `external-${number},${number + 1}`,
  ),
  { ...many('listings close', 'id', idOf), replaces: 'by value' },
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

/** Every command that talks to the service, save single changes. */
export const scenes: readonly Scene[] = [...reads, ...readFirst, ...bulk, ...listedFirst];
