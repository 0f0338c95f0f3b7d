import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecord } from '../../../src/runs/rows/json-rows.ts';
import { fc } from '../../support/properties.ts';
import { table } from '../../support/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf, inShort, readIn, rowsIn, rowsOf } from './files.ts';

/** Faults that many rows have. */
const faults: Readonly<Record<string, string>> = {
  PART: 'is not a complete record: in NDJSON each record is on one line, as "jq -c ." writes it',
};

describe('NDJSON: a record a line', () => {
  test.each(
    rowsOf(
      `
two | {"id":"a","quantity":1}⏎{"id":"b","quantity":2}⏎ | 1 1 {"id":"a","quantity":1} ; 2 2 {"id":"b","quantity":2}
no final line end | {"id":"z"} | 1 1 {"id":"z"}
CRLF, a byte order mark, spaces | <BOM> {"id":"z"} ␍⏎{ "id" : "z" }␍⏎ | 1 1 {"id":"z"} ; 2 2 {"id":"z"}
blank lines anywhere | ⏎⏎{"id":"z"}⏎  ⏎␍⏎{"id":"z"}⏎⏎ | 1 3 {"id":"z"} ; 2 6 {"id":"z"}
printed over lines | {⏎  "id": "z"⏎}⏎ | 1 1 PART ; 2 2 PART ; 3 3 PART
cut off | {"id":"z"}⏎{"id":"b","quan | 1 1 {"id":"z"} ; 2 2 PART
an array | {"id":"z"}⏎[{"id":"z"}]⏎ | 1 1 {"id":"z"} ; 2 2 is an array, where an object is expected
a comment | {"id":"z"}⏎// {"id":"z"}⏎ | 1 1 {"id":"z"} ; 2 2 is not valid JSON
two on a line | {"id":"z"}{"id":"z"}⏎{"id":"z"}⏎ | 1 1 is not valid JSON ; 2 2 {"id":"z"}
a line over 1 MiB | {"id":"z"}⏎{"id":"<MiB>"}⏎{"id":"z"}⏎ | 1 1 {"id":"z"} ; 2 2 is longer than 1 MiB, the limit for a row ; 3 3 {"id":"z"}
`,
      faults,
    ),
  )('%s', async (_name, content, expected) => {
    expect(await readIn(content)).toEqual(expected);
  });
});

describe('a JSON array: element by element', () => {
  test.each(
    rowsOf(
      String.raw`
nothing in it | [] | none
nothing in it, over lines |  [⏎⏎] ⏎ | none
on one line | [{"id":"a","quantity":1},{"id":"b","quantity":2}] | 1 1 {"id":"a","quantity":1} ; 2 2 {"id":"b","quantity":2}
over lines | [⏎  {⏎    "id": "z"⏎  },␍⏎␍⏎  { "id": "z" }␍]⏎ | 1 1 {"id":"z"} ; 2 2 {"id":"z"}
brackets and commas in a text | [{"id":"],}{[\"\\"},{"id":"z"}] | 1 1 {"id":"],}{[\"\\"} ; 2 2 {"id":"z"}
arrays and objects within | [{"a":[[],{}],"b":{"c":[1]}}] | 1 1 {"a":[[],{}],"b":{"c":[1]}}
no objects | [1,"a",null,[]] | 1 1 is a number, where an object is expected ; 2 2 is a string, where an object is expected ; 3 3 is null, where an object is expected ; 4 4 is an array, where an object is expected
the items of a request | {⏎"items" : [{"id":"a"},⏎{"id":"z"}]}⏎ | 1 1 {"id":"a"} ; 2 2 {"id":"z"}
an element over 1 MiB | [{"id":"z"},{"id":"<MiB>"},⏎{"id":"z"}] | 1 1 {"id":"z"} ; 2 2 is longer than 1 MiB, the limit for a row ; 3 3 {"id":"z"}
`,
      faults,
    ),
  )('%s', async (_name, content, expected) => {
    expect(await readIn(content)).toEqual(expected);
  });

  test.each(
    table(String.raw`
      [{"id":"a",},{"id":"z"}] → it is not valid JSON: quoted object key expected but got '}', line 1, column 12
      [{"id":"a"}\n{"id":"b"}] → it is not valid JSON: comma ',' expected after value but got '{', line 2, column 1
      [{"id":"z"},\n] → it is not valid JSON: array item expected but got ']', line 2, column 1
      [{"id":"z"},{"id":"b","qu → it is not valid JSON: end of string '"' expected but reached end of input, line 1, column 26
      [{"id":"z","id":"y"}] → it is not valid JSON: duplicate key 'id' encountered, line 1, column 13
      {"items":[{"id":"z"}] → it is not valid JSON: quoted object key or end of object '}' expected but reached end of input, line 1, column 22
      {"items":[{"id":"z"}],"note":"x"} → beside its items it has the field note
      [{"id":"z"}][{"id":"z"}] → it is not valid JSON: expected end of input but got '[', line 1, column 13
    `),
  )('of a broken array, nothing is read: %s', async (content = '', why) => {
    await expect(readIn(content.replace('\\n', '\n'))).rejects.toThrow(`is not a file of rows: ${why}`);
  });

  test('one that nests too deep', async () => {
    await expect(readIn('['.repeat(100_000))).rejects.toThrow('it is nested too deep');
  });

  test('the numbers stay as they are in the file', async () => {
    const rows = await rowsIn(fileOf('[\n  {\n    "id": "a"\n  } ,\n  { "id" : 1.0 }\n]\n'));
    expect(rows.map(({ raw }) => raw)).toEqual(['{"id":"a"}', '{"id":1.0}']);
  });
});

test('whatever is written as a JSON array or as NDJSON is read again, each item by its number, each line by its own', async () => {
  const path = join(temporaryFolder(), 'rows');
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf));
  const record = fc
    .dictionary(fc.string(), value)
    .map((fields) => JSON.parse(JSON.stringify(fields)) as object)
    // No field may be named so.
    .filter((fields) => !JSON.stringify(fields).includes('__proto__'));
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1 }), fc.constantFrom(0, 2), async (records, indent) => {
      writeFileSync(path, JSON.stringify(records, null, indent));
      const inArray = await rowsIn(path);
      expect(inArray.map(({ fields, fault }) => fault ?? fields)).toEqual(records);
      // Several may share a line: each is known by its number.
      expect(inArray.map(({ line }) => line)).toEqual(records.map((_, at) => at + 1));

      writeFileSync(path, `${records.map((one) => JSON.stringify(one)).join('\n')}\n`);
      expect((await rowsIn(path)).map(inShort)).toEqual(records.map((one, at) => [at + 1, at + 1, one]));
    }),
    { numRuns: 40 },
  );
});

describe('a record that is not a JSON object, or not a reliable one', () => {
  const rounded = 'which would be rounded: put it in quotes if it is an identifier';

  test.each(
    table(String.raw`
      {"id":"a","id":"b"} → has the field id twice
      {"id":"a","i\u0064":"b"} → has the field id twice
      {"a":{"b":1,"b":2}} → has the field b twice
      {"a":[{"b":1},{"b":1,"b":2}]} → has the field b twice
      {"id":12345678901234567890} → contains the number 12345678901234567890, ${rounded}
      {"id":9007199254740993} → contains the number 9007199254740993, ${rounded}
      {"id":1e400} → contains the number 1e400, ${rounded}
      {"quantity":NaN} → is not valid JSON
      {"id":"a"/* why */} → is not valid JSON
      {'id':'a'} → is not valid JSON
      {"id":"a",} → is not valid JSON
      {id:"a"} → is not valid JSON
      {"url":"https://example.com", oops} → is not valid JSON
      {"quantity":05} → is not valid JSON
      "a" → is a string, where an object is expected
      true → is a boolean, where an object is expected
    `),
  )('%s → %s', (text = '', fault) => {
    expect(readRecord(text)).toEqual({ fields: {}, fault });
  });

  test.each([
    '{}',
    '{"a":{"id":1},"b":{"id":1},"id":[1,1,"id","id"]}',
    String.raw`{"id":"12345678901234567890","\"":"\\"}`,
    '{"a":1.50,"b":1e3,"c":-0.1,"d":123456789012345}',
    `{"a":"NaN // # '"}`,
  ])('%s is fine', (text) => {
    expect(readRecord(text)).toEqual({ fields: JSON.parse(text) });
  });

  test('a hostile text is judged soon', () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(readRecord(deep).fault).toBe('is nested deeper than 64 levels');
    expect(readRecord(`{"${'\\"'.repeat(500_000)}`).fault).toBe('is not valid JSON');
  });
});
