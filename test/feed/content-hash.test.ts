import { expect, test } from 'vitest';
import { fc } from '../support/properties.ts';
import { contentHashOf } from './getting.ts';

test.each([
  ['', '00000000-0'],
  ['a', 'e8b7be43-1'],
  ['123456789', 'cbf43926-9'],
])('%j → %s', (text, expected) => {
  expect(contentHashOf(Buffer.from(text))).toBe(expected);
});

test('is the same however the bytes come', () =>
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (parts) => {
      expect(contentHashOf(...parts)).toBe(contentHashOf(Buffer.concat(parts)));
    }),
  ));

test('a changed or additional byte is detected', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, at) => {
      const other = Uint8Array.from(bytes);
      other[at % bytes.length] = (other[at % bytes.length] as number) ^ 1;
      expect(
        new Set([bytes, other, Buffer.concat([bytes, Buffer.of(0)])].map((one) => contentHashOf(one))).size,
      ).toBe(3);
    }),
  ));
