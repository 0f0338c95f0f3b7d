import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseJson } from '../../src/client/json.ts';
import { stringify } from '../../src/terminal/json.ts';

const printed = (text: string) => stringify(parseJson(text));

describe('what came is what is printed', () => {
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678901234567890',
    '0.1234567890123456789',
    '1234567.8901234567',
    '12345678901.23456789',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993e0',
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
    // numbers that are another spelling of the same value
    ['1e3', '1000'],
    ['1.50', '1.5'],
    [' [ 1 , 2 ] ', '[1,2]'],
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
