import { describe, expect, test } from 'vitest';
import { FeedCut, NotAFeed } from '../../src/feed/feed-errors.ts';
import { windowBytes } from '../../src/feed/scanning/protocol.ts';
import { ArrayScanner } from '../../src/feed/scanning/scanner.ts';
import { entryLines, validated } from '../../src/feed/validate.ts';
import { collected, cutAt } from '../support/chunks.ts';
import { fc } from '../support/properties.ts';

const lines = async (text: Uint8Array | string, places?: readonly number[]) =>
  String(await collected(entryLines(cutAt(text, places))));

const failure = async (text: Uint8Array | string, places?: readonly number[]): Promise<unknown> => {
  const ways = await Promise.allSettled(
    [entryLines, validated].map((way) => collected(way(cutAt(text, places)))),
  );
  const [asLines, asServed] = ways.map((way) => (way.status === 'rejected' ? way.reason : undefined));
  expect(asLines).toEqual(asServed);
  return asLines;
};

describe('an array becomes a line an entry', () => {
  test.each([
    ['[]', ''],
    [' \n[ \t]\r\n', ''],
    ['[{}]', '{}\n'],
    ['[{"a":1},{"a":2}]', '{"a":1}\n{"a":2}\n'],
    [
      '[\n  {\n    "a": [ 1, 2 ],\n    "b": { }\n  },\n  {"a": null}\n]\n',
      '{"a":[1,2],"b":{}}\n{"a":null}\n',
    ],
    ['[{"a":"a b , ] } \\" \\\\", "\\\\":1}]', '{"a":"a b , ] } \\" \\\\","\\\\":1}\n'],
    ['[{"a":[[[]],[{"a":[{}]}]]}]', '{"a":[[[]],[{"a":[{}]}]]}\n'],
    [
      '[{"a": [1.0, 1e400, 12345678901234567890, -0, "\\u0041\\uD800"]}, {"a":1,"a":2}]',
      '{"a":[1.0,1e400,12345678901234567890,-0,"\\u0041\\uD800"]}\n{"a":1,"a":2}\n',
    ],
    ['\ufeff[{"a":true}]', '{"a":true}\n'],
    ['[{"a":"été 👗 服\u007f\u2028"}]', '{"a":"été 👗 服\u007f\u2028"}\n'],
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

  // A window is read at a time, and sixteen bytes of a string.
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])(
    'whatever stands where one step ends and the next begins: %i bytes before',
    async (before) => {
      const entries = [
        { a: 'a'.repeat(windowBytes - before), b: 'b "\\" [,] é 👗', n: -12.5e-3, t: true },
        { c: ['d'.repeat(before)] },
        { e: 'e' },
      ];
      const text = await lines(JSON.stringify(entries));
      expect(text).toBe(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    },
  );

  test('brackets within brackets, a hundred levels of them', async () => {
    const nested = (levels: number) => `[{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}},{}]`;
    expect(await lines(nested(100))).toBe(`${nested(100).slice(1, -4)}\n{}\n`);
    expect(await failure(nested(101))).toMatchObject({
      problem: 'entry 1 nests deeper than 100 levels, at byte 106',
    });
    expect(await failure(`[${'{"a":'.repeat(2_000_000)}`)).toBeInstanceOf(NotAFeed);
  });

  test('the chunks that come in are left as they are', async () => {
    const chunk = Buffer.from('[ {}, { } ]');
    const chunks = (async function* () {
      yield chunk;
    })();
    await collected(entryLines(chunks));
    expect(String(chunk)).toBe('[ {}, { } ]');
  });
});

/** A feed whose one text has these bytes. */
const bytesOf = (...bytes: number[]) =>
  Buffer.concat([Buffer.from('[{"a":"'), Buffer.from(bytes), Buffer.from('"}]')]);

describe('what is not one JSON array of objects', () => {
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
    ['[{}]]', 'byte 5 does not belong there'],
    ['[{}] // all', 'byte 6 does not belong there'],
    ['\ufeff\ufeff[]', 'it begins with something else'],
    ['[1,2]', 'byte 2 does not belong there'],
    ['[{},null]', 'byte 5 does not belong there'],
    ['[,{}]', 'byte 2 does not belong there'],
    ['[{},]', 'byte 5 does not belong there'],
    ['[{} {}]', 'byte 5 does not belong there'],
    ['[{"a":1]}', 'byte 8 does not belong there'],
    ['[{"a":[1}]}]', 'byte 9 does not belong there'],
    ['[{"a":[1,]}]', 'byte 10 does not belong there'],
    ['[{"a":1 2}]', 'byte 9 does not belong there'],
    ['[{a:2}]', 'byte 3 does not belong there'],
    ['[{,}]', 'byte 3 does not belong there'],
    ['[{"a":1,}]', 'byte 9 does not belong there'],
    ['[{"a"}]', 'byte 6 does not belong there'],
    ['[{"a":}]', 'byte 7 does not belong there'],
    ['[{"a":NaN}]', 'byte 7 does not belong there'],
    ['[{"a":+1}]', 'byte 7 does not belong there'],
    ['[{"a":/* none */1}]', 'byte 7 does not belong there'],
    ['[{"a":01}]', 'byte 8 does not belong there'],
    ['[{"a":1.}]', 'byte 9 does not belong there'],
    ['[{"a":1e}]', 'byte 9 does not belong there'],
    ['[{"a":--1}]', 'byte 8 does not belong there'],
    ['[{"a":nul}]', 'byte 10 does not belong there'],
    ['[{"a":True}]', 'byte 7 does not belong there'],
    ['[{"a":truely}]', 'byte 11 does not belong there'],
    ['[{"a":"a\nb"}]', 'byte 9 does not belong there'],
    ['[{"a\u0000":1}]', 'byte 5 does not belong there'],
    ['[{"a":"\\x41"}]', 'byte 9 does not belong there'],
    ['[{"a":"\\u12g4"}]', 'byte 12 does not belong there'],
    ['[{"a":"\\\n"}]', 'byte 9 does not belong there'],
    // Characters that are not UTF-8: cut short, in Latin-1, too long a form, a surrogate, past the last one.
    [bytesOf(0xc3, 0x22), 'byte 9 does not belong there'],
    [bytesOf(0xe9), 'byte 9 does not belong there'],
    [bytesOf(0x80), 'byte 8 does not belong there'],
    [bytesOf(0xc0, 0x80), 'byte 8 does not belong there'],
    [bytesOf(0xe0, 0x9f, 0x80), 'byte 9 does not belong there'],
    [bytesOf(0xed, 0xa0, 0x80), 'byte 9 does not belong there'],
    [bytesOf(0xf0, 0x8f, 0x80, 0x80), 'byte 9 does not belong there'],
    [bytesOf(0xf4, 0x90, 0x80, 0x80), 'byte 9 does not belong there'],
    [bytesOf(0xf5), 'byte 8 does not belong there'],
  ])('%j: %s', async (file, problem) => {
    const everywhere = Array.from({ length: file.length }, (_, at) => at);
    for (const places of [[], everywhere]) {
      const error = await failure(file, places);
      expect(error).toBeInstanceOf(NotAFeed);
      expect((error as NotAFeed).problem).toBe(problem);
    }
  });

  test('an entry of more than 10 MiB', async () => {
    const long = (bytes: number) => `[{},{"a":"${'a'.repeat(bytes - 8)}"},{}]`;
    const limit = 10 * 1024 * 1024;
    expect(await lines(long(limit))).toHaveLength(limit + 7);
    expect(await failure(long(limit + 1))).toMatchObject({
      problem: 'entry 2 is longer than 10 MiB',
    });
    expect(await failure(`[{${' '.repeat(limit)}`)).toMatchObject({
      problem: 'entry 1 is longer than 10 MiB',
    });
  });
});

describe('a file that ends early', () => {
  test.each([
    ['[', 1],
    ['[{', 2],
    ['[{},', 4],
    ['[{"a":-', 7],
    ['[{"a":tru', 9],
    [bytesOf(0xe2).subarray(0, 8), 8],
    ['[{"a":"]', 8],
    ['[{"a":"\\', 8],
    ['[{"a":1},{"a":', 14],
  ])('%j: cut after %i bytes', async (file, bytes) => {
    const error = await failure(file);
    expect(error).toBeInstanceOf(FeedCut);
    expect(error).toMatchObject({ bytes, reason: 'the array does not end' });
  });
});

describe('for any array, however written and however cut', () => {
  const places = fc.array(fc.nat(), { maxLength: 12 });
  const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 3 });
  const array = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });
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
          entries: entries.map((entry) => ({ [entry]: entry })) as unknown[],
          file: `[${entries
            .map((entry) => (escaped ? escapedWhole(entry) : JSON.stringify(entry)))
            .map((text) => `{${text}: ${text} }`)
            .join(' , ')}]`,
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
      { numRuns: 150 },
    ));

  test('validated alone, its bytes stay as they are', () =>
    fc.assert(
      fc.asyncProperty(written, places, async ({ entries, file }, cuts) => {
        const scanner = new ArrayScanner();
        expect(String(await collected(validated(cutAt(file, cuts), scanner)))).toBe(file);
        expect(scanner.entries).toBe(entries.length);
      }),
      { numRuns: 40 },
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
      { numRuns: 100 },
    ));

  test('where the source fails behind its end, so does what is made of it', () =>
    fc.assert(
      fc.asyncProperty(written, places, async ({ file }, cuts) => {
        const source = async function* () {
          yield* cutAt(file, cuts);
          throw new FeedCut('the connection was lost', 0);
        };
        for (const way of [validated, entryLines])
          await expect(collected(way(source()))).rejects.toThrow('the connection was lost');
      }),
      { numRuns: 100 },
    ));

  test('what is accepted of any text with brackets is what JSON.parse takes for an array of objects', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom('[', ']', '{', '}', ',', ':', '"a"', '1', ' ', '"\\""'),
          maxLength: 12,
        }),
        async (inner) => {
          for (const file of [`[${inner}]`, `[{"a":[${inner}]}]`])
            expect(await isAccepted(file)).toBe(isArrayOfObjects(Buffer.from(file)));
        },
      ),
      { numRuns: 350 },
    ));

  test('what is accepted of any bytes, however cut, is UTF-8 that JSON.parse takes for an array of objects', () => {
    const byte = fc.oneof(
      fc.nat(255),
      fc.constantFrom(...Buffer.from('[]{},:"\\ \n\t-+.0123eEtruefalsn/bux')),
    );
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.array(byte, { maxLength: 2 })), {
      maxLength: 3,
    });
    let accepted = 0;
    return fc
      .assert(
        fc.asyncProperty(written, changes, places, async ({ file }, all, cuts) => {
          const bytes = all.reduce((before, [place, dropped, added]) => {
            const at = place % (before.length + 1);
            return Buffer.concat([before.subarray(0, at), Buffer.from(added), before.subarray(at + dropped)]);
          }, Buffer.from(file));
          const given = await collected(validated(cutAt(bytes, cuts))).catch(() => undefined);
          expect(given !== undefined).toBe(isArrayOfObjects(bytes));
          expect(await isAccepted(bytes, cuts)).toBe(given !== undefined);
          if (given) expect(given.equals(bytes)).toBe(true);
          if (given && all.length > 0) accepted += 1;
        }),
        { numRuns: 700 },
      )
      .then(() => expect(accepted).toBeGreaterThan(12));
  });
});

const isAccepted = (file: Uint8Array | string, places?: readonly number[]): Promise<boolean> =>
  lines(file, places).then(
    () => true,
    () => false,
  );

const isArrayOfObjects = (bytes: Uint8Array): boolean => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return (
      Array.isArray(value) &&
      value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))
    );
  } catch {
    return false;
  }
};
