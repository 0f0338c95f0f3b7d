import { describe, expect, test } from 'vitest';
import { fit } from '../../src/terminal/table.ts';
import { shorten, widthOf, wrap } from '../../src/terminal/width.ts';
import { isToCopy } from '../support/nasty.ts';
import { fc } from '../support/properties.ts';

describe('a text is shortened by what it takes on the screen', () => {
  test.each([
    ['scarf', 5, 'scarf'],
    ['scarves', 5, 'scar…'],
    ['scarf', 1, '…'],
    ['スカーフ', 8, 'スカーフ'],
    ['スカーフ', 7, 'スカー…'],
    ['スカーフ', 6, 'スカ…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 4, '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦…'],
    ['Ame\u0301lie', 4, 'Ame\u0301…'],
  ])('%s in %i: %s', (text, width, shown) => {
    expect(shorten(text, width)).toBe(shown);
  });
});

describe('a text is wrapped at spaces; what somebody copies stays in one piece, what is of another script need not', () => {
  test.each([
    ['silk scarf', 10, ['silk scarf']],
    ['a silk scarf', 6, ['a silk', 'scarf']],
    ['a silk scarf', 7, ['a silk', 'scarf']],
    ['89f3c1', 4, ['89f3c1']],
    ['at https://resale.example/é now', 10, ['at', 'https://resale.example/é', 'now']],
    ['スカーフ', 5, ['スカ', 'ーフ']],
    ['スa', 1, ['…', 'a']],
  ])('%s in %i: %s', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});

const anyText = fc.string({ unit: 'grapheme' });

test('neither is ever too wide, but for a line that is one word to copy', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, width) => {
      for (const line of [shorten(text, width), ...wrap(text, width).filter((line) => !isToCopy(line))])
        expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('wrapping loses nothing but spaces, where the line holds the widest character', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 10, max: 30 }), (text, width) => {
      const withoutSpaces = (some: string) => some.replaceAll(' ', '');
      expect(withoutSpaces(wrap(text, width).join(''))).toBe(withoutSpaces(text));
    }),
  );
});

describe('columns that are too wide are shortened: the widest first, the last among equals', () => {
  const some = (...widths: number[]) => widths.map((width) => ({ width, least: Math.min(width, 10) }));
  test.each([
    ['they fit', some(10, 20, 5), 35, [10, 20, 5]],
    ['the widest', some(10, 20, 5), 30, [10, 15, 5]],
    ['the last of two', some(20, 20), 39, [20, 19]],
    ['both', some(20, 20), 30, [15, 15]],
    ['down to ten', some(20, 3, 20), 23, [10, 3, 10]],
    ['but not below', some(20, 3, 20), 22, undefined],
    ['an id is left whole', [{ width: 36, least: 36 }, ...some(20, 20)], 60, [36, 12, 12]],
    ['or nothing fits', [{ width: 36, least: 36 }, ...some(20, 20)], 55, undefined],
  ] as const)('%s', (_, wanted, available, widths) => {
    expect(fit(wanted, available)).toEqual(widths);
  });
});
