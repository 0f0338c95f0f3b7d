import { spawnSync } from 'node:child_process';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { yaml, yamlWriter } from '../../src/terminal/write-yaml.ts';
import { anyCharacter, anyText } from '../support/any-text.ts';
import { hostileText, hostileTexts } from '../support/hostile-texts.ts';
import { fc } from '../support/properties.ts';

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

/** What PyYAML, a parser of YAML 1.1, reads in each document, by its Python and by its C parser; undefined if it is missing. */
const readByPython = (documents: readonly string[]): [unknown[], unknown[]] | undefined => {
  const script = `
import sys, json
try: import yaml
except ImportError: sys.exit(9)
documents = json.load(sys.stdin)
print(json.dumps([[yaml.load(text, loader) for text in documents] for loader in (yaml.SafeLoader, getattr(yaml, 'CSafeLoader', yaml.SafeLoader))]))`;
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error || status === 9) return undefined;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

const hasPyYaml = readByPython([]) !== undefined;

/** Half a character is in no YAML. */
const asRead = (value: unknown): string => JSON.stringify(value).replace(/\\ud[89a-f]../g, '\ufffd');

describe('hostile texts, as values and as keys', () => {
  /** Values in every position that a document has. */
  const around = (text: string, other: string): unknown => [
    text,
    { [text]: other, [`${text}\u0000`]: text },
    { other, deeper: { [text]: [text, { [text]: null }], list: [[text]] } },
  ];
  const values = [
    ...hostileTexts.map((text, at) => around(text, hostileTexts.at(at - 1) ?? '')),
    ...fc.sample(fc.tuple(hostileText, hostileText), 60).map((two) => around(...two)),
  ];

  test.each(['1.1', '1.2'] as const)('are read back as they were, by YAML %s', (version) => {
    for (const value of values) expect(JSON.stringify(parse(yaml(value), { version }))).toBe(asRead(value));
  });

  // Without python3 and its package yaml this is skipped: .ci/run installs them.
  test.skipIf(!hasPyYaml)('are read back as they were, by PyYAML, and numbers are numbers', () => {
    const numbers = ['1e5', '-1E+4', '2.50e-7', '-0', '1.0', '1E-5', `1${'0'.repeat(300)}`];
    const documents = [...values, ...numbers.map((digits) => new LosslessNumber(digits))].map(yaml);
    for (const read of readByPython(documents) ?? []) {
      const [texts, others] = [read.slice(0, values.length), read.slice(values.length)];
      expect(texts.map((one) => JSON.stringify(one))).toEqual(values.map(asRead));
      expect(others.map((one) => [typeof one, Number(one)])).toEqual(
        numbers.map((digits) => ['number', Number(digits) + 0]),
      );
    }
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
