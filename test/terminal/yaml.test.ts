import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { yaml, yamlWriter } from '../../src/terminal/yaml.ts';

describe('a value', () => {
  test.each<[unknown, string]>([
    ['silk scarf', 'silk scarf'],
    ['no', '"no"'],
    ['on', '"on"'],
    ['null', '"null"'],
    ['~', '"~"'],
    ['', '""'],
    ['12', '"12"'],
    ['1.50', '"1.50"'],
    ['1e3', '"1e3"'],
    ['0o17', '"0o17"'],
    ['0x1F', '"0x1F"'],
    ['1_000', '"1_000"'],
    ['12:30:45', '"12:30:45"'],
    ['2026-11-21', '"2026-11-21"'],
    ['<<', '"<<"'],
    ['- a', '"- a"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['\u001b[2J', '"\\e[2J"'],
    ['one\ntwo\n', '|\n  one\n  two'],
    [12.5, '12.5'],
    [-3, '-3'],
    [null, 'null'],
    [true, 'true'],
    [[], '[]'],
    [{}, '{}'],
    [new LosslessNumber('9007199254740993'), '9007199254740993'],
    [new LosslessNumber('0.1000000000000000055'), '0.1000000000000000055'],
    ['a very long text '.repeat(20).trim(), 'a very long text '.repeat(20).trim()],
  ])('%j is written %s', (value, text) => {
    expect(yaml({ value })).toBe(`value: ${text}\n`);
  });

  test.each(['1.1', '1.2'] as const)('is read back as it was, by YAML %s', (version) => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(JSON.stringify(parse(yaml(value), { version }))).toBe(JSON.stringify(value));
      }),
      { numRuns: 300 },
    );
  });

  test('that appears twice is written twice', () => {
    const image = { url: 'https://images.example/1.jpg' };
    expect(yaml({ one: image, other: image })).not.toMatch(/[&*]/);
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
    const records = fc.array(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
    );
    fc.assert(
      fc.property(fc.array(records.filter(({ length }) => length > 0)), (batches) => {
        const text = yamlWriter.records([]);
        const whole = batches.map((batch) => text.batch(batch)).join('') + text.end();
        expect(JSON.stringify(parse(whole))).toBe(JSON.stringify(batches.flat()));
      }),
    );
  });
});
