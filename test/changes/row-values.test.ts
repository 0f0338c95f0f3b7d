import { describe, expect, test } from 'vitest';
import { identifierText, integerIn } from '../../src/changes/row-values.ts';
import { isFault } from '../../src/service/typed-values.ts';
import { fc } from '../support/properties.ts';

describe('whole numbers', () => {
  test.each([
    ['0', 0],
    ['5', 5],
    ['-5', -5],
    ['007', 7],
    ['9007199254740991', 9_007_199_254_740_991],
    [0, 0],
    [5, 5],
    [-5, -5],
  ])('%j is %j', (value, number) => {
    expect(integerIn(value)).toBe(number);
  });

  test.each([
    [undefined, 'is missing'],
    ['', 'is empty'],
    ['1.23E+11', 'must be written out in digits (a spreadsheet shortens long numbers), not "1.23E+11"'],
    ['1e3', 'must be written out in digits, not "1e3"'],
    ['#REF!', 'must be a number (the spreadsheet could not calculate it), not "#REF!"'],
    ['1,000', 'must be written without separators between the digits, not "1,000"'],
    ['-1.000.000', 'must be written without separators between the digits, not "-1.000.000"'],
    ['1 000', 'must be written without separators between the digits, not "1 000"'],
    ['1\u00a0000', 'must be written without separators between the digits, not "1\u00a0000"'],
    ["1'000", 'must be written without separators between the digits, not "1\'000"'],
    ['5.0', 'must be a whole number, without a decimal part, not "5.0"'],
    ['5,5', 'must be a whole number, without a decimal part, not "5,5"'],
    ['5 ', 'must have no spaces around it, not "5 "'],
    ['\t5', 'must have no spaces around it, not "\\t5"'],
    [' ', 'must have no spaces around it, not " "'],
    ['+5', 'must be written without a plus sign, not "+5"'],
    ['0x10', 'must be written in decimal digits, not "0x10"'],
    ['５', 'must be written in the digits 0 to 9, not "５"'],
    ['٣', 'must be written in the digits 0 to 9, not "٣"'],
    ['−5', 'must have a plain hyphen as its minus sign, not "−5"'],
    ['9007199254740993', 'must be 9007199254740991 or less, not 9007199254740993'],
    ['9'.repeat(99), 'must be 9007199254740991 or less, not a number of 99 digits'],
    ['-9007199254740992', 'must be -9007199254740991 or more, not -9007199254740992'],
    ['-0', 'must be written without a minus sign, not "-0"'],
    ['-000', 'must be written without a minus sign, not "-000"'],
    [-0, 'must be written without a minus sign, not -0'],
    ['1_000', 'must be written without separators between the digits, not "1_000"'],
    ['--5', 'must be a whole number, not "--5"'],
    ['five', 'must be a whole number, not "five"'],
    ['x'.repeat(99), `must be a whole number, not "${'x'.repeat(40)}…"`],
    [5.5, 'must be a whole number, not 5.5'],
    [2 ** 53, 'must be 9007199254740991 or less, not 9007199254740992'],
    [null, 'must be a whole number, not null'],
    [true, 'must be a whole number, not true'],
    [[5], 'must be a whole number, not an array'],
    [{ fault: 'x' }, 'must be a whole number, not an object'],
  ])('%j %s', (value, fault) => {
    expect(integerIn(value)).toEqual({ fault });
  });

  test.each([
    ['-1', { min: 0 }, { fault: 'must be 0 or more, not -1' }],
    [-1, { min: 0 }, { fault: 'must be 0 or more, not -1' }],
    ['10', { max: 9 }, { fault: 'must be 9 or less, not 10' }],
    ['0', { min: 0 }, 0],
    ['9', { max: 9 }, 9],
    ['+2', { mayHavePlus: true }, 2],
    ['+0', { mayHavePlus: true }, 0],
    ['++2', { mayHavePlus: true }, { fault: 'must be a whole number, not "++2"' }],
  ])('%j within %j → %j', (value, bounds, expected) => {
    expect(integerIn(value, bounds)).toEqual(expected);
  });

  test('nothing but plain decimal digits is ever read', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-+eE.,x ５\n') }), (text) => {
        expect(isFault(integerIn(text))).toBe(!/^-?(?!0+$)0*[0-9]{1,15}$(?!\n)|^0+$(?!\n)/.test(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('identifiers', () => {
  test.each(['a', '0042', '12E3', '1E5', '-5', 'SKU 1', 'é👗', 'N/A'])('%j is one', (text) => {
    expect(identifierText(text)).toBe(text);
  });

  test.each([
    [undefined, 'is missing'],
    ['', 'is empty'],
    ['a\n', 'contains a control character: "a\\n"'],
    ['#N/A', 'is a spreadsheet error: "#N/A"'],
    [42, 'must be text: put 42 in quotation marks'],
    [null, 'must be text, not null'],
    [['a'], 'must be text, not an array'],
  ])('%j %s', (value, fault) => {
    expect(identifierText(value)).toEqual({ fault });
  });
});
