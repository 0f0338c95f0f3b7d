import { expect, test } from 'vitest';
import { KeyTable } from '../../../src/feed/diff/key-table.ts';
import { fc } from '../../support/properties.ts';

test('each text has one number, in the order in which they came', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 2 })), (texts) => {
      const table = new KeyTable();
      const order = [...new Set(texts)];
      expect(texts.map((text) => table.numberOf(text))).toEqual(texts.map((text) => order.indexOf(text)));
      expect(table.count).toBe(order.length);
    }),
  ));

test('numbers stay when it grows', () => {
  const table = new KeyTable();
  const texts = Array.from({ length: 10_000 }, (_, number) => `product ${number}`);
  const numbers = texts.map((text) => table.numberOf(text));
  expect(numbers).toEqual(texts.map((_, number) => number));
  expect(texts.map((text) => table.numberOf(text))).toEqual(numbers);
});

test('halves of characters are texts of their own', () => {
  const table = new KeyTable();
  expect(['\ud800', '\ud801', '\ufffd', '\ud800'].map((text) => table.numberOf(text))).toEqual([0, 1, 2, 0]);
});
