import { describe, expect, test } from 'vitest';
import { checkColumns, readerFor } from '../../../src/bulk/rows/reader.ts';
import { openRowFile } from '../../../src/bulk/rows/row-file.ts';
import { inventorySet } from '../../../src/changes/inventory-operations.ts';
import { listingsCreate } from '../../../src/changes/listings-create.ts';
import { explain } from '../../../src/failure/failure.ts';
import { fileOf } from './files.ts';

const known = ['id', 'externalIdentifier', 'sku', 'quantity', 'expect', 'metadata.NAME'].map((name) => ({
  name,
  about: '',
  ...(name === 'quantity' ? { flag: 'stock-count' } : {}),
}));
const readerOf = (file: Parameters<typeof readerFor>[1]) => readerFor(inventorySet, file, {});
const inShort = (columns: readonly string[], ignoreExtra: boolean) =>
  checkColumns(columns, known, ignoreExtra, String);

const hintOf = (read: () => unknown): unknown => {
  try {
    read();
  } catch (error) {
    return explain(error).hint;
  }
  return expect.unreachable();
};

describe('the names in a head', () => {
  test.each([
    [['id', 'quantity'], []],
    [['quantity', 'metadata.x', 'metadata.y:int', 'sku'], []],
    [['id', 'quantity', 'id'], ['column 3 (id) appears twice, in columns 1 and 3']],
    [['id', '', 'quantity', ' '], []],
    [['id', 'stock count'], ['column 2 (stock count) is not known: write it quantity']],
    [['id', 'quantiy'], ['column 2 (quantiy) is not known: did you mean quantity?']],
    [['ids', 'quantity'], ['column 1 (ids) is not known: did you mean id?']],
    [['id', 'Quantity'], ['column 2 (Quantity) is not known: write it quantity']],
    [
      ['external_identifier', 'quantity '],
      [
        'column 1 (external_identifier) is not known: write it externalIdentifier',
        'column 2 (quantity ) is not known: write it quantity',
      ],
    ],
    [['id', 'colour'], ['column 2 (colour) is not known']],
    [['metadata', 'metadata.x'], ["column 1 (metadata) can't be combined with the column metadata.x"]],
    [['// stock', 'id'], ['column 1 (// stock) looks like a comment, which a file of rows must not have']],
    [['id', 'metadata.__proto__'], ['column 2 (metadata.__proto__) is not an allowed name']],
  ])('%j → %j', (columns, faults) => {
    expect(inShort(columns, false)).toEqual(faults);
  });

  test.each([
    [['id', 'colour', '', 'ids'], []],
    [['id', 'Quantity'], ['column 2 (Quantity) is not known: write it quantity']],
    [['id', 'colour', 'colour'], ['column 3 (colour) appears twice, in columns 2 and 3']],
  ])('%j with --ignore-extra → %j', (columns, faults) => {
    expect(inShort(columns, true)).toEqual(faults);
  });

  test('all faults are named at once', () => {
    expect(() => readerOf({ called: 'stock.csv', format: 'csv', columns: ['ID', '', 'colour'] })).toThrow(
      'the header of stock.csv is wrong: column 1 (ID) is not known: write it id; column 3 (colour) is not known',
    );
  });

  test('a title in the place of a header', () => {
    const columns = ['Stock on 1 March', ''];
    expect(hintOf(() => readerOf({ called: 'stock.csv', format: 'csv', columns }))).toContain(
      'The first row has to name the columns.',
    );
    expect(
      hintOf(() => readerOf({ called: 'stock.csv', format: 'csv', columns: [...columns, 'id'] })),
    ).not.toContain('first row');
  });

  test('a file without a header is not checked for one', () => {
    expect(() => readerOf({ called: 'stock.json', format: 'json', columns: undefined })).not.toThrow();
  });
});

test('a cell that is left out under the name of a flag adds nothing to its row', async () => {
  const columns = ['shop-id', 'condition', 'source', 'product-id', 'image', 'external-id', 'title'];
  const cells = ['shop-1', 'GOOD', 'COMMERCE_SKU', 'sku-9', 'https://images.example/1.jpg', 'A', ''];
  const path = fileOf(`${columns}\n${cells}\n`);
  const file = await openRowFile(path, 'new.csv', undefined, listingsCreate.columns);
  const { read } = readerFor(listingsCreate, file, {});
  for await (const row of file.rows()) {
    const said = read(row);
    expect(said).toMatchObject({ item: { payload: { shopId: 'shop-1', productIdentifier: 'sku-9' } } });
    expect(said).not.toHaveProperty('item.payload.manualProductOptions');
  }
  expect.assertions(2);
});
