import { expect, test } from 'vitest';
import { parseCell, parseFields } from '../../src/changes/row-values.ts';
import { table } from '../support/table.ts';

test.each(
  table(`
    description → A coat | warm → {"path":["description"],"value":"A coat | warm"}
    productIdentifier → 0042 → {"path":["productIdentifier"],"value":"0042"}
    images → https://a.example/1.jpg → {"path":["images"],"value":[{"url":"https://a.example/1.jpg"}]}
    images → https://a/1 the front | https://a/2 → {"path":["images"],"value":[{"url":"https://a/1","notes":"the front"},{"url":"https://a/2"}]}
    images → https://a.example/1.jpg| → {"fault":"has no URL in image 2"}
    manualProductOptions.categories → Women|Coats & more → {"path":["manualProductOptions","categories"],"value":["Women","Coats & more"]}
    manualProductOptions.categories → |Coats → {"fault":"has no text in part 1"}
    manualProductOptions.size → M → {"path":["manualProductOptions","size"],"value":"M"}
    metadata.locationId → 7 → {"path":["metadata","locationId"],"value":"7"}
    metadata.shelf:int → 7 → {"path":["metadata","shelf"],"value":7}
    metadata.shelf:int → 7a → {"fault":"must be a whole number, not \\"7a\\""}
  `),
)('the text of a cell, and the value of its field: %s: %s', (name = '', text = '', expected = '') => {
  expect(parseCell(name, text)).toEqual(JSON.parse(expected));
});

test('all cells of a row, and every fault with the name of its column', () => {
  expect(
    parseFields({
      shopId: 's-1',
      metadata: { locationId: '7', 'shelf:int': '8', 'row:int': 'x' },
      manualProductOptions: { title: 'Coat', categories: 'Women|Coats' },
    }),
  ).toEqual({
    fields: {
      shopId: 's-1',
      metadata: { locationId: '7', shelf: 8 },
      manualProductOptions: { title: 'Coat', categories: ['Women', 'Coats'] },
    },
    faults: [{ path: 'metadata.row:int', message: 'must be a whole number, not "x"' }],
  });
});
