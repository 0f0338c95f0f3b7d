import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import type { Fuzzer } from './fuzzer.ts';
import { mutated, mutations, oddText, oddValue } from './odd.ts';

const commands = [
  ['inventory', 'set'],
  ['inventory', 'adjust'],
  ['listings', 'create'],
  ['listings', 'close'],
  ['grade'],
];

const names = `
  id externalIdentifier sku quantity expect delta shopId condition notes shipment productDataSourceType
  productIdentifier images originalPrice manualProductOptions.title manualProductOptions.categories
  metadata.place outcome line
`
  .trim()
  .split(/\s+/);

const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: oddText });
const good = fc.constantFrom(
  idOf(0),
  idOf(1),
  'sku-2',
  'external-3',
  '3',
  '-2',
  '0',
  'GOOD',
  'COMMERCE_SKU',
  'shop-1',
  'https://images.example/1.jpg front',
);
const cell = fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: oddText });
const records = fc.array(fc.dictionary(name, fc.oneof(cell, oddValue), { maxKeys: 8 }), { maxLength: 5 });

const csv = fc
  .record({
    head: fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
    rows: fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 5 }),
    delimiter: fc.constantFrom(',', ';', '\t'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    quoted: fc.boolean(),
  })
  .map(({ head, rows, delimiter, end, quoted }) => {
    const written = (text: string) => (quoted ? `"${text.replaceAll('"', '""')}"` : text);
    return [head, ...rows].map((cells) => cells.map(written).join(delimiter)).join(end);
  });

const text = fc.oneof(
  csv,
  records.map((all) => all.map((record) => JSON.stringify(record)).join('\n')),
  records.map((all) => JSON.stringify(all)),
  oddText,
);

const bytes = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(text, mutations).map(([good, changes]) => Buffer.from(mutated(good, changes))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)) },
);

const flags = fc.subarray([
  '--skip-invalid',
  '--ignore-extra',
  '--derive-external-id',
  '--max-close=1',
  '--concurrency=1',
]);

/** Whatever stands in a file of rows, a plan of it is made, or it is refused in words. */
export const rows: Fuzzer = {
  name: 'rows',
  share: 0.25,
  law: ({ keepsManners }) =>
    fc.asyncProperty(fc.constantFrom(...commands), flags, bytes, async (command, more, file) => {
      const own = more.filter((flag) => command[1] === 'create' || flag !== '--derive-external-id');
      await keepsManners([...command, '--from', '-', '--dry-run', ...own], file);
    }),
};

/** Whatever is piped in as the body of a request, it is sent, or refused in words. */
export const payloads: Fuzzer = {
  name: 'payloads',
  share: 0.1,
  law: ({ keepsManners }) =>
    fc.asyncProperty(
      fc.oneof(fc.json(), oddText, text),
      mutations,
      fc.constantFrom('--dry-run', '--quiet'),
      async (body, changes, flag) => {
        await keepsManners(
          ['api', 'POST', '/v1/items/grade', '--input', '-', flag],
          Buffer.from(mutated(body, changes)),
        );
      },
    ),
};
