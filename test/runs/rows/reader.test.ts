import { describe, expect, test } from 'vitest';
import { nameOfHeader } from '../../../src/changes/column-headers.ts';
import { inventorySet } from '../../../src/changes/inventory-operations.ts';
import { listingsCreate } from '../../../src/changes/listings-create.ts';
import { explain } from '../../../src/failure/failure.ts';
import { checkColumns, readerFor } from '../../../src/runs/rows/file-reader.ts';
import { openRowFile } from '../../../src/runs/rows/row-file.ts';
import { fileOf } from './files.ts';

const known = ['id', 'externalIdentifier', 'sku', 'quantity', 'expect', 'metadata.NAME'].map((name) => ({
  name,
  about: '',
  ...(name === 'quantity' ? { flag: 'stock-count', alsoCalled: ['qty'] } : {}),
}));
const readerOf = (file: Parameters<typeof readerFor>[1]) => readerFor(inventorySet, file, {});
const inShort = (headers: readonly string[], ignoreExtra: boolean) =>
  checkColumns(
    headers.map((said) => nameOfHeader(known, said, ignoreExtra)),
    headers,
    known,
    String,
  );

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
    [['ID', 'stock count'], []],
    [['id', 'Qty'], ['column 2 (Qty) is not known: did you mean quantity?']],
    [['id', 'quantiy'], ['column 2 (quantiy) is not known: did you mean quantity?']],
    [['ids', 'quantity'], ['column 1 (ids) is not known: did you mean id?']],
    [['external_identifier', 'QUANTITY ', 'Ex-Pect', 'Metadata.Shelf A'], []],
    [['id', 'Quantity', 'quantity'], ['column 3 (quantity) appears twice, in columns 2 and 3']],
    [['id', 'colour'], ['column 2 (colour) is not known']],
    [['metadata', 'metadata.x'], ["column 1 (metadata) can't be combined with the column metadata.x"]],
    [['// stock', 'id'], ['column 1 (// stock) looks like a comment, which a file of rows must not have']],
    [['id', 'metadata.__proto__'], ['column 2 (metadata.__proto__) is not an allowed name']],
  ])('%j → %j', (columns, faults) => {
    expect(inShort(columns, false)).toEqual(faults);
  });

  test.each([
    [['id', 'colour', '', 'ids'], []],
    [['id', 'Quantity'], []],
    [['id', 'colour', 'colour', 'quantity.x', '__proto__', '# stock', 'metadata'], []],
    [['id', 'Quantity', 'quantity'], ['column 3 (quantity) appears twice, in columns 2 and 3']],
  ])('%j with --ignore-extra → %j', (columns, faults) => {
    expect(inShort(columns, true)).toEqual(faults);
  });

  test('all faults are named at once', () => {
    expect(() => readerOf({ called: 'stock.csv', format: 'csv', columns: ['ID', '', 'colour'] })).toThrow(
      'the header of stock.csv is wrong: column 1 (ID) is not known: did you mean id?; column 3 (colour) is not known',
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

const faultsOf = async (content: string, ignoreExtra: boolean) => {
  const { columns } = inventorySet;
  const file = await openRowFile(fileOf(content), 'stock.csv', undefined, columns, ignoreExtra);
  const { read } = readerFor(inventorySet, file, { ignoreExtra });
  const faults: unknown[] = [];
  for await (const row of file.rows()) {
    const said = read(row);
    faults.push(typeof said === 'string' ? said : 'faults' in said ? said.faults : said.item.names[0]?.value);
  }
  return faults;
};

describe('quotation marks that were not meant', () => {
  const slip = (line: number, range: string) => [
    `has line ${line} within a quoted cell, which reads as a row of its own: remove the quotation mark that was not meant (by its quotation marks, the row takes up lines ${range})`,
  ];
  test.each([
    // No row is lost in an ignored column.
    ['sku,quantity,note\nA,1,"x\nB,2,y\nC,3,z"\nD,4,\n', true, [slip(3, '2 to 4'), 'D']],
    ['sku,quantity,note\r\nA,1,"x\r\n,,\r\nB,2,""\r\nC,3,z"\r\n', true, [slip(4, '2 to 5')]],
    ['note;sku;quantity\n"x;A;1\ny;B;2\nz"";C;3";D;4\n', true, [slip(3, '2 to 4')]],
    ['sku,quantity,note\nA,1,"a coat, red, new\nwith, 2 buttons, and\n\n more"\nB,2,\n', true, ['A', 'B']],
    [
      'sku,quantity,note\nA,1,"x\nB,2,y\n',
      true,
      [
        [
          'opens a quotation mark on line 2 that is never closed (by its quotation marks, the row takes up lines 2 to 3)',
        ],
      ],
    ],
    [
      'sku,quantity,condition\nA,7,"GOOD\nB,5,GOOD\nC,3,"GOOD"\n',
      false,
      [
        [
          'continues after a closing quotation mark: a quotation mark inside a quoted cell must be doubled (by its quotation marks, the row takes up lines 2 to 4)',
        ],
      ],
    ],
  ])('%j', async (content, ignoreExtra, expected) => {
    expect(await faultsOf(content, ignoreExtra)).toEqual(expected);
  });
});

test('what is ignored is ignored whatever it is called', async () => {
  const content = 'sku,quantity,Tag,Tag,,quantity.x,sku.,expect.a,#,__proto__\nA,1,x,y,z,2,3,4,5,6\n';
  expect(await faultsOf(content, true)).toEqual(['A']);
});

test('a fault names its column as the header does', async () => {
  expect(await faultsOf('External-ID,Stock,Quantity,Ex pect\n,,x,-1\n', true)).toEqual([
    [
      'no id, externalIdentifier, sku or listing is given',
      'Quantity must be a whole number, not "x"',
      'Ex pect must be 0 or more, not -1',
    ],
  ]);
});

test('null is absent, in a field of any row', async () => {
  const content = '{"id":null,"sku":"A","quantity":1,"expect":null,"before":null,"state":null}\n';
  expect(await faultsOf(content, false)).toEqual(['A']);
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
