import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { fieldSelector } from '../../src/terminal/fields.ts';
import { fc } from '../support/properties.ts';

const record = {
  id: 'a',
  state: 'OPEN',
  styles: { border: 'none', colour: { name: 'navy' } },
  images: [{ url: '1', notes: 'x' }, { url: '2' }],
  tags: ['t'],
  gone: null,
  count: new LosslessNumber('9007199254740993'),
};

describe('selected of a record', () => {
  test.each<[string, unknown]>([
    ['id', { id: 'a' }],
    ['state,id', { state: 'OPEN', id: 'a' }],
    ['id,id', { id: 'a' }],
    ['styles', { styles: record.styles }],
    ['styles.border', { styles: { border: 'none' } }],
    ['styles.colour.name,styles.border', { styles: { colour: { name: 'navy' }, border: 'none' } }],
    ['styles.border,styles', { styles: record.styles }],
    ['styles,styles.border', { styles: record.styles }],
    ['images.url', { images: [{ url: '1' }, { url: '2' }] }],
    ['images.notes', { images: [{ notes: 'x' }, {}] }],
    ['gone,count', { gone: null, count: record.count }],
    ['missing,id', { id: 'a' }],
    ['id.part', {}],
    ['tags.part', { tags: [] }],
    ['count.value', {}],
    ['__proto__,constructor', {}],
  ])('%s', (fields, selected) => {
    expect(JSON.stringify(fieldSelector(fields.split(','))(record))).toBe(JSON.stringify(selected));
  });
});

const names = fc.constantFrom('a', 'b', 'c', 'd');
const records = fc.dictionary(
  names,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(names, tie('value')),
    ),
  })).value,
);

test('all fields of a record select the record', () => {
  fc.assert(
    fc.property(records, (any) => {
      expect(fieldSelector(Object.keys(any))(any)).toEqual(any);
    }),
  );
});

test('fields come in the order in which they were said, and twice is once', () => {
  fc.assert(
    fc.property(records, fc.array(names), (any, fields) => {
      const there = [...new Set(fields)].filter((name) => Object.hasOwn(any, name));
      expect(Object.keys(fieldSelector(fields)(any))).toEqual(there);
      expect(fieldSelector([...fields, ...fields])(any)).toEqual(fieldSelector(fields)(any));
    }),
  );
});

test('what is selected is selected again', () => {
  const paths = fc.array(fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.')));
  fc.assert(
    fc.property(records, paths, (any, fields) => {
      const select = fieldSelector(fields);
      expect(select(select(any))).toEqual(select(any));
    }),
  );
});
