import { LosslessNumber, parse as parseLossless } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { jsonWriter, ndjsonWriter, stringify } from '../../src/terminal/write-json.ts';
import { fc } from '../support/properties.ts';

const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })));
/** The records in several batches, cut at any places. */
const batched = fc.array(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }));

describe('a value', () => {
  test.each([
    ['a plain record', { id: 'a', tags: [], none: null }, '{"id":"a","tags":[],"none":null}'],
    [
      'digits beyond a double',
      { n: new LosslessNumber('12345678901234567890.1234567') },
      '{"n":12345678901234567890.1234567}',
    ],
    ['a large integer', { n: 2n ** 64n }, '{"n":18446744073709551616}'],
    ['control characters', '\u001b\n', String.raw`"\u001b\n"`],
  ])('%s', (_, value, text) => {
    expect(stringify(value)).toBe(text);
  });

  test('with exact numbers it is laid out like any other', () => {
    const text = '{"id":"a","price":1.0000000000000000001,"more":[1,{"x":[]},{}]}';
    expect(stringify(parseLossless(text))).toBe(text);
    expect(stringify(parseLossless(text), 2)).toBe(
      JSON.stringify({ id: 'a', price: 7, more: [1, { x: [] }, {}] }, null, 2).replace(
        '7',
        '1.0000000000000000001',
      ),
    );
  });
});

describe('an array of records', () => {
  test('is laid out as JSON.stringify would', () => {
    fc.assert(
      fc.property(batched, (batches) => {
        const text = jsonWriter.records([]);
        const shown = batches.map(text.batch).join('') + text.end();
        expect(shown).toBe(`${JSON.stringify(batches.flat(), null, 2)}\n`);
      }),
    );
  });
});

test('JSON lines hold a record each', () => {
  fc.assert(
    fc.property(records, (all) => {
      const lines = ndjsonWriter.records([]).batch(all).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(all)));
    }),
  );
});
