import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { columnsOf, type DocumentRecords, recordsOf } from '../../../src/commands/api/api-call.ts';

test.each<[string, unknown, DocumentRecords | undefined]>([
  ['an array of objects', [{ a: 1 }, { b: 2 }], { list: [{ a: 1 }, { b: 2 }] }],
  ['an empty array', [], { list: [] }],
  ['a page', { listings: [{ id: 'a' }], pageInfo: { hasNextPage: false } }, { list: [{ id: 'a' }] }],
  ['an envelope', { items: [{ id: 'a' }] }, { list: [{ id: 'a' }] }],
  ['an object', { id: 'a' }, { one: { id: 'a' } }],
  [
    'an object that has a list among its fields',
    { id: 'a', images: [{ url: 'u' }] },
    { one: { id: 'a', images: [{ url: 'u' }] } },
  ],
  ['two lists', { one: [{ a: 1 }], two: [{ a: 2 }] }, { one: { one: [{ a: 1 }], two: [{ a: 2 }] } }],
  ['an array of texts', ['a'], undefined],
  ['an array of objects and others', [{ a: 1 }, 2], undefined],
  ['a long number', new LosslessNumber('12345678901234567890'), undefined],
  ['a text', 'a', undefined],
  ['nothing', null, undefined],
  ['no JSON', undefined, undefined],
])('the records of %s', (_, value, records) => {
  expect(recordsOf(value)).toEqual(records);
});

test('each field of any record has a column, whose head can do no harm', () => {
  expect(columnsOf([{ id: 0 }, { a: 1, b: 2 }, { c: 3, a: 4 }, { '\u001b[2J': 5 }])).toEqual([
    { field: 'id', title: 'id' },
    { field: 'a', title: 'a' },
    { field: 'b', title: 'b' },
    { field: 'c', title: 'c' },
    { field: '\u001b[2J', title: '\\u001b[2J' },
  ]);
});
