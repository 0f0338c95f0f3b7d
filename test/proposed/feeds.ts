import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TooManyProducts } from '../../src/feed/errors.ts';
import { aProduct } from '../support/deployment.ts';
import {
  atDeployment,
  otherName,
  type Place,
  page,
  printedOf,
  type Situation,
  where,
  withProfile,
} from './situation.ts';

const products = (count: number, more: (number: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, number) => ({ ...aProduct, productID: `P${number}`, ...more(number) }));

/** A file of products there. */
const withFile = (found: Situation['in'], name: string, text: string): Situation['in'] =>
  where(found, ({ cwd }: Place) => writeFile(join(cwd, name), text));

/** What messages about the feed, and about what a deployment calls things, propose. */
export const feeds: Readonly<Record<string, Situation>> = {
  'no feed yet': {
    in: withProfile(),
    typed: '-p live feed fetch --offline',
    exit: 3,
    lines: [/^feed fetch --profile live$/],
  },
  'no feed to compare': {
    in: withProfile(),
    typed: '-p live feed diff',
    exit: 3,
    lines: [/^feed fetch --profile live --out feed\.json$/],
  },
  'more products than fit on a screen': {
    in: withProfile(),
    typed: '-p live feed fetch --refresh',
    lines: [{ is: /^feed fetch --profile live --output ndjson$/, shows: /"productID"/ }],
  },
  'a file that is half a feed': {
    in: withFile(withProfile(), 'half.json', '[{"productID":"P1"'),
    typed: '-p live feed stats half.json',
    exit: 2,
    lines: [/^feed fetch --profile live --refresh$/],
  },
  'a feed of too many products': {
    in: withProfile(),
    typed: printedOf(() => new TooManyProducts(4_000_000)),
    lines: [/^feed fetch --profile live --output ndjson$/],
  },
  'a feed of another version': {
    in: atDeployment({ link: (url) => ({ url, version: 2 }) }),
    typed: '-p live feed fetch',
    lines: [{ is: /^feed fetch --profile live --check$/, shows: /ENTRIES/ }],
  },
  'a doctor who finds a feed of another version': {
    in: atDeployment({ link: (url) => ({ url, version: 2 }) }),
    typed: '-p live doctor',
    lines: [{ is: /^feed fetch --profile live --check$/, shows: /ENTRIES/ }],
  },
  'a listing that lacks a field': {
    in: atDeployment({ listings: [{ id: '7d0f5a32-8c1e-4b8e-9a57-000000000001' }] }),
    typed: '-p live doctor',
    lines: [/^help dialects$/],
  },
  'a field with another name': {
    in: atDeployment({ products: products(2, () => ({ martTags: ['a'] })) }),
    typed: '-p live doctor',
    lines: [/^profiles set live --dialect field.commerceTags=martTags$/],
  },
  'a parameter that a strict service does not know': {
    in: atDeployment({ pageSize: 'first', strict: true }),
    typed: '-p live listings list --state open',
    exit: 1,
    lines: [otherName],
  },
  'a page in a browser without scripts': {
    in: withFile(withFile(withProfile(), 'old.json', '[]'), 'new.json', '[{"productID":"P1"}]'),
    typed: page('-p live feed diff old.json new.json --html -'),
    lines: [{ is: /^feed diff old.json new.json --profile live --output csv$/, shows: /P1,/ }],
  },
};
