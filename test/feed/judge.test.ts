import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeedCut, NotAFeed } from '../../src/feed/errors.ts';
import { entryLines, judged } from '../../src/feed/judge.ts';
import { ArrayScanner } from '../../src/feed/scanning/scanner.ts';
import { collected, cutAt } from '../support/chunks.ts';

const lines = async (text: Uint8Array | string, places?: readonly number[]) =>
  String(await collected(entryLines(cutAt(text, places))));

const failure = async (text: Uint8Array | string, places?: readonly number[]): Promise<unknown> => {
  const ways = await Promise.allSettled(
    [entryLines, judged].map((way) => collected(way(cutAt(text, places)))),
  );
  const [asLines, asServed] = ways.map((way) => (way.status === 'rejected' ? way.reason : undefined));
  expect(asLines).toEqual(asServed);
  return asLines;
};

describe('an array becomes a line an entry', () => {
  test.each([
    ['[]', ''],
    [' \n[ \t]\r\n', ''],
    ['[1]', '1\n'],
    ['[1,2]', '1\n2\n'],
    ['[{"a":1},{"a":2}]', '{"a":1}\n{"a":2}\n'],
    ['[\n  {\n    "a": [ 1, 2 ],\n    "b": { }\n  },\n  null\n]\n', '{"a":[1,2],"b":{}}\nnull\n'],
    ['["a b , ] } \\" \\\\", "\\\\"]', '"a b , ] } \\" \\\\"\n"\\\\"\n'],
    ['[[[]],[{"a":[{}]}]]', '[[]]\n[{"a":[{}]}]\n'],
    [
      '[1.0, 1e400, 12345678901234567890, -0, "\\u0041"]',
      '1.0\n1e400\n12345678901234567890\n-0\n"\\u0041"\n',
    ],
    ['\ufeff[true]', 'true\n'],
    ['["été 👗"]', '"été 👗"\n'],
  ])('%j → %j', async (file, expected) => {
    expect(await lines(file)).toBe(expected);
    const everywhere = Array.from({ length: Buffer.from(file).length }, (_, at) => at);
    expect(await lines(file, everywhere)).toBe(expected);
  });

  test('what is given at a time is whole lines', async () => {
    const given: string[] = [];
    for await (const part of entryLines(cutAt('[{"a":1},{"a":2},{"a":3}]', [4, 12, 17])))
      given.push(String(part));
    expect(given).toEqual(['{"a":1}\n', '{"a":2}\n', '{"a":3}\n']);
  });

  // 64 KiB are read at a time, and sixteen bytes of a string.
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])(
    'whatever stands where one step ends and the next begins: %i bytes before',
    async (before) => {
      const entries = ['a'.repeat(65_536 - before), 'b "\\" [,] é', { c: ['d'.repeat(before)] }, 'e'];
      const text = await lines(JSON.stringify(entries));
      expect(text).toBe(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    },
  );

  test('brackets within brackets, as deep as an entry is long', async () => {
    const deep = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`;
    expect(await lines(`[${deep},1]`)).toBe(`${deep}\n1\n`);
    expect(await failure('['.repeat(20_000_000))).toMatchObject({ problem: 'entry 1 is longer than 10 MiB' });
  });

  test('the chunks that come in are left as they are', async () => {
    const chunk = Buffer.from('[ 1, 2 ]');
    const chunks = (async function* () {
      yield chunk;
    })();
    await collected(entryLines(chunks));
    expect(String(chunk)).toBe('[ 1, 2 ]');
  });
});

describe('what is not one JSON array', () => {
  test.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['<!doctype html>', 'it is an HTML or XML page'],
    ['\n<Error/>', 'it is an HTML or XML page'],
    ['{"error":"no"}', 'it is a JSON object'],
    ['{"a":1}\n{"a":2}', 'it is a JSON object'],
    ['Not found', 'it begins with something else'],
    ['null', 'it begins with something else'],
    [Buffer.from([0xef, 0x5b, 0x5d]), 'it begins with something else'],
    ['[1]]', 'the array has ended, and more follows, at byte 4'],
    ['[1] [2]', 'the array has ended, and more follows, at byte 5'],
    ['[]<', 'the array has ended, and more follows, at byte 3'],
    ['[,1]', 'a value or "]" is expected, at byte 2'],
    ['[1,,2]', 'a value is expected, at byte 4'],
    ['[1,]', 'a value is expected, at byte 4'],
    ['[1 2]', 'a comma or the fitting bracket is expected, at byte 4'],
    ['["a" "b"]', 'a comma or the fitting bracket is expected, at byte 6'],
    ['[1"b"]', 'a comma or the fitting bracket is expected, at byte 3'],
    ['[{}{}]', 'a comma or the fitting bracket is expected, at byte 4'],
    ['[{"a":1]}', 'a comma or the fitting bracket is expected, at byte 8'],
    ['[[1}]', 'a comma or the fitting bracket is expected, at byte 4'],
    ['[1}', 'a comma or the fitting bracket is expected, at byte 3'],
    ['[:1]', 'a value or "]" is expected, at byte 2'],
    ['[{1:2}]', 'a name or "}" is expected, at byte 3'],
    ['[{,}]', 'a name or "}" is expected, at byte 3'],
    ['[{"a":1,}]', 'a name is expected, at byte 9'],
    ['[{"a"}]', '":" is expected, at byte 6'],
    ['[{"a","b"}]', '":" is expected, at byte 6'],
    ['[{"a":}]', 'a value is expected, at byte 7'],
    ['[{"a"::1}]', 'a value is expected, at byte 7'],
    ['[NaN]', 'a value or "]" is expected, at byte 2'],
    ["['a']", 'a value or "]" is expected, at byte 2'],
    ['[1] // all', 'the array has ended, and more follows, at byte 5'],
    ['["a\nb"]', 'a string is broken by a line end, at byte 4'],
  ])('%j: %s', async (file, problem) => {
    const everywhere = Array.from({ length: file.length }, (_, at) => at);
    for (const places of [[], everywhere]) {
      const error = await failure(file, places);
      expect(error).toBeInstanceOf(NotAFeed);
      expect((error as NotAFeed).problem).toBe(problem);
    }
  });

  test('an entry of more than 10 MiB', async () => {
    const long = (bytes: number) => `[1,"${'a'.repeat(bytes - 2)}",2]`;
    const limit = 10 * 1024 * 1024;
    expect(await lines(long(limit))).toHaveLength(limit + 5);
    expect(await failure(long(limit + 1))).toMatchObject({
      problem: 'entry 2 is longer than 10 MiB',
      at: { entry: 2 },
    });
    expect(await failure(`[[${' '.repeat(limit)}`)).toMatchObject({
      problem: 'entry 1 is longer than 10 MiB',
    });
  });
});

describe('a file that ends early', () => {
  test.each([
    ['[', 1, 0],
    ['[1', 2, 0],
    ['[1,', 3, 1],
    ['[{"a":"]', 8, 0],
    ['[{"a":"\\', 8, 0],
    ['[{"a":1},{"a":', 14, 1],
  ])('%j: cut after %i bytes with %i whole entries', async (file, bytes, entries) => {
    const error = await failure(file);
    expect(error).toBeInstanceOf(FeedCut);
    expect(error).toMatchObject({ bytes, entries, reason: 'the array does not end' });
  });

  test('a cut that the source reports gets the counts', async () => {
    const source = async function* () {
      yield* cutAt('[1,2,3');
      throw new FeedCut('the connection was lost', 999);
    };
    await expect(collected(judged(source()))).rejects.toMatchObject({
      reason: 'the connection was lost',
      bytes: 6,
      entries: 2,
    });
  });
});

test('more than 10 MiB of white space behind the array', async () => {
  const limit = 10 * 1024 * 1024;
  expect(await lines(`[1]${' '.repeat(limit)}`)).toBe('1\n');
  expect(await failure(`[1]${' '.repeat(limit + 1)}`)).toMatchObject({
    problem: 'more than 10 MiB of white space follow the array',
  });
});

describe('for any array, however written and however cut', () => {
  const places = fc.array(fc.nat(), { maxLength: 12 });
  const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 3 });
  const array = fc.array(fc.jsonValue(), { maxLength: 8 });
  const written = fc.oneof(
    fc
      .tuple(array, fc.constantFrom(undefined, 1, '\t'), space, space)
      .map(([entries, indent, before, after]) => ({
        entries: JSON.parse(JSON.stringify(entries)) as unknown[],
        file: before + JSON.stringify(entries, null, indent) + after,
      })),
    // Strings full of what could be taken for structure, with every character escaped or not.
    fc
      .array(
        fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', '\n', 'é', '👗') }),
      )
      .chain((entries) =>
        fc.boolean().map((escaped) => ({
          entries: entries as unknown[],
          file: `[${entries.map((entry) => (escaped ? escapedWhole(entry) : JSON.stringify(entry))).join(' , ')}]`,
        })),
      ),
  );
  const escapedWhole = (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

  test('the lines parse to its entries, and the count is theirs', () =>
    fc.assert(
      fc.asyncProperty(written, places, async ({ entries, file }, cuts) => {
        const scanner = new ArrayScanner();
        const text = String(await collected(entryLines(cutAt(file, cuts), scanner)));
        expect(
          text === ''
            ? []
            : text
                .slice(0, -1)
                .split('\n')
                .map((line) => JSON.parse(line)),
        ).toEqual(entries);
        expect(scanner).toMatchObject({ entries: entries.length, bytes: Buffer.byteLength(file) });
      }),
      { numRuns: 500 },
    ));

  test('judged alone, its bytes stay as they are', () =>
    fc.assert(
      fc.asyncProperty(written, places, async ({ entries, file }, cuts) => {
        const scanner = new ArrayScanner();
        expect(String(await collected(judged(cutAt(file, cuts), scanner)))).toBe(file);
        expect(scanner.entries).toBe(entries.length);
      }),
    ));

  test('every proper prefix is cut, and gives the first entries whole', () =>
    fc.assert(
      fc.asyncProperty(written, places, fc.nat(), async ({ entries, file }, cuts, at) => {
        const whole = Buffer.from(file.trim());
        const prefix = whole.subarray(0, 1 + (at % (whole.length - 1)));
        expect(await failure(prefix, cuts)).toBeInstanceOf(FeedCut);
        const given: unknown[] = [];
        const reading = (async () => {
          for await (const part of entryLines(cutAt(prefix, cuts)))
            given.push(
              ...String(part)
                .slice(0, -1)
                .split('\n')
                .map((line) => JSON.parse(line)),
            );
        })();
        await expect(reading).rejects.toBeInstanceOf(FeedCut);
        expect(given).toEqual(entries.slice(0, given.length));
      }),
      { numRuns: 300 },
    ));

  test('where the source fails behind its end, what came looks like no whole', () =>
    fc.assert(
      fc.asyncProperty(written, places, async ({ entries, file }, cuts) => {
        const source = async function* () {
          yield* cutAt(file, cuts);
          throw new FeedCut('the connection was lost', 0);
        };
        const beforeFailure = async (way: typeof judged) => {
          const parts: Buffer[] = [];
          const reading = (async () => {
            for await (const part of way(source())) parts.push(Buffer.from(part));
          })();
          await expect(reading).rejects.toMatchObject({ entries: entries.length });
          return String(Buffer.concat(parts));
        };
        const served = await beforeFailure(judged);
        expect(() => JSON.parse(served)).toThrow();
        const asLines = await beforeFailure(entryLines);
        expect(asLines.split('\n').length - 1).toBe(Math.max(0, entries.length - 1));
      }),
      { numRuns: 300 },
    ));

  test('anything behind its end but white space is refused', () =>
    fc.assert(
      fc.asyncProperty(
        written,
        fc
          .uint8Array({ minLength: 1 })
          .filter((bytes) => String(Buffer.from(bytes)).replace(/[ \n\r\t]/g, '') !== ''),
        places,
        async ({ file }, rest, cuts) => {
          expect(await failure(Buffer.concat([Buffer.from(file), rest]), cuts)).toBeInstanceOf(NotAFeed);
        },
      ),
    ));

  test('what is accepted of any text with brackets is what JSON.parse takes for an array', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom('[', ']', '{', '}', ',', ':', '"a"', '1', ' ', '"\\""'),
          maxLength: 12,
        }),
        async (inner) => {
          const file = `[${inner}]`;
          const accepted = await lines(file).then(
            () => true,
            () => false,
          );
          expect(accepted).toBe(isArray(file));
        },
      ),
      { numRuns: 2000 },
    ));
});

const isArray = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};
