import { expect, test } from 'vitest';
import { parseCell, parseFields } from '../../src/changes/row-values.ts';
import { table } from '../support/table.ts';

const several = {
  fault: 'has several addresses: put | between pictures in a file, and repeat --image on a command line',
};

test.each(
  table(`
    description → A coat | warm → {"path":["description"],"value":"A coat | warm"}
    productIdentifier → 0042 → {"path":["productIdentifier"],"value":"0042"}
    images → https://a.example/1.jpg → {"path":["images"],"value":[{"url":"https://a.example/1.jpg"}]}
    images → https://a/1 the front | https://a/2 → {"path":["images"],"value":[{"url":"https://a/1","notes":"the front"},{"url":"https://a/2"}]}
    images → https://a/w_1,h_2/1.jpg see page 2.| https://a/?u=https://b/2,3 1.5 m → {"path":["images"],"value":[{"url":"https://a/w_1,h_2/1.jpg","notes":"see page 2."},{"url":"https://a/?u=https://b/2,3","notes":"1.5 m"}]}
    images → https://a/1.jpg, https://a/2.jpg → SEVERAL
    images → https://a/1.jpg; 2.jpg → SEVERAL
    images → https://a/1.jpg https://a/2.jpg → SEVERAL
    images → https://a/1.jpg,HTTP://a/2.jpg → SEVERAL
    images → https://a/1.jpg;https://a/2.jpg → SEVERAL
    images → https://a/1.jpg, the front → {"fault":"has \\",\\" at the end of its address: put | between pictures in a file, and repeat --image on a command line"}
    images → https://a/my photo.jpg → {"fault":"has \\"photo.jpg\\" after a space, which looks like the rest of its address: write %20 for a space in an address"}
    images → https://a/my photo.JPG?w=1 → {"fault":"has \\"photo.JPG?w=1\\" after a space, which looks like the rest of its address: write %20 for a space in an address"}
    images → https://a.example/1.jpg| → {"fault":"has no URL in image 2"}
    manualProductOptions.categories → Women|Coats & more → {"path":["manualProductOptions","categories"],"value":["Women","Coats & more"]}
    manualProductOptions.categories → |Coats → {"fault":"has no text in part 1"}
    manualProductOptions.size → M → {"path":["manualProductOptions","size"],"value":"M"}
    metadata.locationId → 7 → {"path":["metadata","locationId"],"value":"7"}
    metadata.shelf:int → 7 → {"path":["metadata","shelf"],"value":7}
    metadata.shelf:int → 7a → {"fault":"must be a whole number, not \\"7a\\""}
  `),
)('the text of a cell, and the value of its field: %s: %s', (name = '', text = '', expected = '') => {
  expect(parseCell(name, text)).toEqual(expected === 'SEVERAL' ? several : JSON.parse(expected));
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
