import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWire, toWire } from '../../src/service/dialect.ts';

test.each([
  [{ brand: 'Elm', size: 'M' }, { brand: 'maker' }, { maker: 'Elm', size: 'M' }],
  [
    { a: 1, b: 2 },
    { a: 'b', b: 'a' },
    { b: 1, a: 2 },
  ],
  [{ constructor: 1, toString: 2 }, { brand: 'maker' }, { constructor: 1, toString: 2 }],
  [{}, { brand: 'maker' }, {}],
])('%j in the words %j is %j on the wire, and back', (ours, names, theirs) => {
  expect(toWire(ours, names)).toEqual(theirs);
  expect(fromWire(theirs, names)).toEqual(ours);
});

test('a field named __proto__ is a field like any other', () => {
  const object = JSON.parse('{"__proto__":{"polluted":true}}');
  expect(JSON.stringify(toWire(object, { brand: 'maker' }))).toBe('{"__proto__":{"polluted":true}}');
  expect({}).not.toHaveProperty('polluted');
});

test('whatever a body holds, it comes back as it was', () => {
  const names = { brand: 'maker', state: 'status' };
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (object) => {
      fc.pre(!('maker' in object) && !('status' in object));
      expect(fromWire(toWire(object, names), names)).toEqual(object);
    }),
  );
});
