import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type DialectSettings, dialectOf, InvalidDialect } from '../../../src/service/dialect.ts';
import type { Endpoint } from '../../../src/service/endpoint.ts';
import { endpoints } from '../../../src/service/endpoints.ts';
import { translationsFor } from '../../../src/service/translation.ts';
import { singleNames } from '../../support/dialect.ts';
import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import type { Fuzzer, Place } from './fuzzer.ts';
import { oddText } from './odd.ts';

const picture = { url: 'https://a.invalid/1.jpg', notes: 'GOOD' };

/** Requests of many names: the line that shows one, and its body in our words. */
const requests: readonly (readonly [line: string, endpoint: Endpoint, body: object])[] = [
  [
    `inventory set ${idOf(0)} 3 --expect 5`,
    endpoints.updateInventory,
    { action: 'SET_INVENTORY', oldInventory: 5, newInventory: 3 },
  ],
  [
    `grade ${idOf(0)} --condition good --notes brand`,
    endpoints.gradeItems,
    { items: [{ id: idOf(0), condition: 'GOOD', notes: 'brand' }] },
  ],
  [
    'listings create --shop-id id --condition good --source sku --product-id GOOD --brand brand --metadata brand=GOOD --image',
    endpoints.createListing,
    {
      shopId: 'id',
      condition: 'GOOD',
      productDataSourceType: 'COMMERCE_SKU',
      productIdentifier: 'GOOD',
      brand: 'brand',
      metadata: { brand: 'GOOD' },
      images: [picture],
    },
  ],
];

const mostly = <Value>(good: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: other });

const word = mostly(fc.constantFrom('Acme', 'x', 'ACME', 'commerce', 'Service', 'product'), oddText);
const name = mostly(
  fc.constantFrom('brand', 'maker', 'id', 'items', 'GOOD', 'B', 'X-Key', 'host', '__proto__', 'constructor'),
  oddText,
);
const setting = mostly(fc.constantFrom(...singleNames), oddText);

const settings: fc.Arbitrary<DialectSettings> = fc.record(
  { serviceName: word, commerceName: word, names: fc.dictionary(setting, name, { maxKeys: 6 }) },
  { requiredKeys: [] },
);

/** Whatever a profile says of a deployment's names, a request can be read by whoever knows them, or it is refused in words. */
export const dialects: Fuzzer = {
  name: 'dialects',
  share: 0.1,
  law: (place) =>
    fc.asyncProperty(fc.constantFrom(...requests), settings, async ([line, endpoint, body], dialect) => {
      await keepProfile(place, dialect);
      const image = endpoint === endpoints.createListing ? [`${picture.url} ${picture.notes}`] : [];
      const words = [...line.split(' '), ...image, '--dry-run', '--profile', 'there'];
      const { exitCode, stdout } = await place.keepsManners(words);
      const read = readerOf(dialect);
      if (read === undefined ? exitCode === 0 : exitCode !== 0) throw new Error(`exit code ${exitCode}`);
      if (read !== undefined && !isDeepStrictEqual(read(JSON.parse(stdout).body), body))
        throw new Error(`${JSON.stringify(body)} became ${stdout}`);
    }),
};

/** How a deployment reads a body; undefined where it can't have such names. */
const readerOf = (dialect: DialectSettings) => {
  try {
    return translationsFor(dialectOf(dialect)).body.fromWireStrictly;
  } catch (error) {
    if (error instanceof InvalidDialect) return undefined;
    throw error;
  }
};

const keepProfile = async ({ home, shop }: Place, dialect: DialectSettings): Promise<void> => {
  const folder = join(home, '.config', 'resale');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = { version: 1, profiles: { there: { baseUrl: shop.url, dialect } } };
  await writeFile(join(folder, 'config.json'), JSON.stringify(kept), { mode: 0o600 });
};
