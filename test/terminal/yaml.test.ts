import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { yaml, yamlWriter } from '../../src/terminal/write-yaml.ts';
import { anyCharacter, anyText } from '../support/any-text.ts';
import { fc } from '../support/properties.ts';
import { asRead, hostileValues } from './hostile-values.ts';

describe('a value', () => {
  test.each<[unknown, string]>([
    ['silk scarf', 'silk scarf'],
    ['no', '"no"'],
    ['', '""'],
    ['1.50', '"1.50"'],
    ['12:30:45', '"12:30:45"'],
    ['a: b', '"a: b"'],
    ['\u001b[2J', '"\\u001b[2J"'],
    ['one\ntwo\n', '|\n  one\n  two'],
    [12.5, '12.5'],
    [null, 'null'],
    [true, 'true'],
    [[], '[]'],
    [{}, '{}'],
    [new LosslessNumber('9007199254740993'), '9007199254740993'],
    ['a very long text '.repeat(20).trim(), 'a very long text '.repeat(20).trim()],
  ])('%j is written %s', (value, text) => {
    expect(yaml({ value })).toBe(`value: ${text}\n`);
  });

  test.each(['1.1', '1.2'] as const)('is read back as it was, by YAML %s', (version) => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        expect(JSON.stringify(parse(yaml(value), { version }))).toBe(JSON.stringify(value));
      }),
      { numRuns: 150 },
    );
  });

  test.each(['1e5', '-1E+400', '2.50e-7', '-0', '1.0', `1${'0'.repeat(400)}`])(
    'a number keeps its digits, and is a number to every parser: %s',
    (digits) => {
      const written = yaml(new LosslessNumber(digits));
      expect(Number(written)).toBe(Number(digits));
      for (const version of ['1.1', '1.2'] as const)
        expect(parse(written, { version, intAsBigInt: false })).toBe(Number(digits));
    },
  );

  test('that appears twice is written twice', () => {
    const image = { url: 'https://images.example/1.jpg' };
    expect(yaml({ one: image, other: image })).not.toMatch(/[&*]/);
  });
});

describe('hostile texts, as values and as keys', () => {
  test.each(['1.1', '1.2'] as const)('are read back as they were, by YAML %s', (version) => {
    for (const value of hostileValues)
      expect(JSON.stringify(parse(yaml(value), { version }))).toBe(asRead(value));
  });
});

describe('records', () => {
  test('are one sequence, whose end is marked', () => {
    const text = yamlWriter.records([]);
    expect(text.batch([{ id: 1, tags: ['a', 'b'] }])).toBe('- id: 1\n  tags:\n    - a\n    - b\n');
    expect(text.batch([{ id: 2 }, { id: 3 }])).toBe('- id: 2\n- id: 3\n');
    expect(text.end()).toBe('...\n');
  });

  test('of which there are none are an empty one', () => {
    expect(parse(yamlWriter.records([]).end())).toEqual([]);
  });

  test('are read back as they were, however they come', () => {
    const record = fc.dictionary(anyText(), fc.jsonValue({ stringUnit: anyCharacter }), { maxKeys: 4 });
    const batch = fc.array(record, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 3 }), (batches) => {
        const text = yamlWriter.records([]);
        const whole = batches.map((batch) => text.batch(batch)).join('') + text.end();
        expect(JSON.stringify(parse(whole))).toBe(JSON.stringify(batches.flat()));
      }),
      { numRuns: 40 },
    );
  });
});
