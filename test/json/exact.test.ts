import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { asWritten, NestedTooDeep, parseJson } from '../../src/json/exact.ts';
import { stringify } from '../../src/terminal/write-json.ts';
import { processorClock } from '../support/processor-clock.ts';
import { fc } from '../support/properties.ts';

const printed = (text: string) => stringify(asWritten(parseJson(text)));

describe('what came is what is printed', () => {
  test.each([
    '9007199254740993',
    '0.1234567890123456789',
    '1e400',
    '-1e400',
    '1e-400',
    '2.50',
    '-0',
    '-0.0',
    '0.0000001',
    '{"a":1.0,"b":[{"c":-0},2.50],"__proto__":1.0}',
    '[[1.0]]',
    '[1e400,{"a":9007199254740993}]',
    '{"id":"3e1f0000-0000-4000-8000-000000000000","n":9007199254740993}',
    '{"a":9007199254740993,"__proto__":{"polluted":true},"constructor":1}',
    '{"__proto__":{"polluted":true}}',
    '["9007199254740993","1e400","\\u0000 \\ud800","é"]',
  ])('%s', (text) => {
    expect(printed(text)).toBe(text);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test.each([
    // spaces, and other spellings of the same text
    [' [ 1 , 2 ] ', '[1,2]'],
    ['["\\/","\\u00e9", 2.50]', '["/","é",2.50]'],
    // the last of several keys counts, in the place of the first
    ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
    ['{"a":9007199254740993,"b":2,"a":9007199254740995}', '{"a":9007199254740995,"b":2}'],
    ['{"a":1e400,"b":2,"a":null}', '{"a":null,"b":2}'],
  ])('%s is printed as %s', (text, same) => {
    expect(printed(text)).toBe(same);
  });
});

test.each(['', 'x', '{', '[1e400', '[1e400,]', '{"a":1e400,}', '01', '1e', "'a'", '[1e400] 2', '\ufeff1'])(
  '%j is no JSON',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

test.each(['9007199254740993', '1e400', '1.5'])('%s passes for no integer', (text) => {
  expect(z.int().safeParse(parseJson(text)).success).toBe(false);
});

test('a number that is kept digit by digit changes nothing else: the rest is what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const [, rest] = parseJson(`[1e400,${json}]`) as unknown[];
      expect(JSON.parse(stringify(rest))).toEqual(JSON.parse(json));
    }),
  );
});

test('a text is JSON here where it is JSON elsewhere', () => {
  const damaged = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '-', 'e', '\n'),
  );
  fc.assert(
    fc.property(damaged, ([json, place, piece]) => {
      const at = place % (json.length + 1);
      const text = `[1e400,${json.slice(0, at)}${piece}${json.slice(at + 1)}]`;
      expect(isJson(text, parseJson)).toBe(isJson(text, JSON.parse));
    }),
    { numRuns: 1000 },
  );
});

const isJson = (text: string, parse: (text: string) => unknown) => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

const digits = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n }).map(String)),
    fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: undefined }),
    fc.option(fc.stringMatching(/^[eE][+-]?\d{1,2}$/), { nil: undefined }),
  )
  .map(([sign, whole, fraction, power]) => `${sign}${whole}${fraction ? `.${fraction}` : ''}${power ?? ''}`);

test('any number is printed as it was written, wherever it is, and is a number where JavaScript can hold it', () => {
  const place = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `[${text}]`,
    (text) => `{"a":${text}}`,
    (text) => `{"a":[1,{"b":${text},"c":"1.50"}],"d":null}`,
    (text) => `[${text},${text}]`,
  );
  fc.assert(
    fc.property(digits, place, (number, around) => {
      expect(printed(around(number))).toBe(around(number));
    }),
  );
});

test.each([
  ['1E1', 10],
  ['3.0', 3],
  ['-0', -0],
])('%s is %d to those who count with it', (text, value) => {
  expect((parseJson(`{"n":${text}}`) as { n: number }).n).toBe(value);
  expect(z.object({ n: z.int() }).safeParse(parseJson(`{"n":${text}}`)).success).toBe(true);
});

test('a copy is printed as its original was written, but for what has another value there', () => {
  const original = parseJson('{"a":1.0,"b":2.50}') as object;
  expect(stringify(asWritten({ ...original, a: 2, c: 3 }))).toBe('{"a":2,"b":2.50,"c":3}');
});

test('a hundred levels are read, and no more: it takes no time to see that', () => {
  const nested = (levels: number) =>
    `{"n":1.0,"t":"[\\"[","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((parseJson(nested(100)) as { n: unknown }).n).toBe(1);
  expect(() => parseJson(nested(101))).toThrow(NestedTooDeep);
  const spent = processorClock();
  for (const text of ['['.repeat(8_000_000), nested(4_000_000), `${'{"a":'.repeat(2_000_000)}`])
    expect(() => parseJson(text)).toThrow(NestedTooDeep);
  expect(spent()).toBeLessThan(500);
});

test('the time to read a text grows with its length', () => {
  const timeFor = (text: string) => {
    const spent = processorClock();
    parseJson(JSON.stringify(text));
    return spent();
  };
  for (const piece of [' 1.0', ' -0', ':1', '0.0000000', ' 1.0  ', '[1.', ', ', '1e'])
    expect(timeFor(piece.repeat(500_000))).toBeLessThan(1000);
});
