import { describe, expect, test } from 'vitest';
import { scriptJson } from '../../src/html/document.ts';
import { type RowsTable, rowsData } from '../../src/reports/rows-table.ts';
import { escapeControls } from '../../src/terminal/escape-controls.ts';
import { fc } from '../support/properties.ts';

const table: RowsTable = {
  unit: 'rows',
  columns: [
    { title: 'Outcome', kind: 'word', words: [{ text: 'refused', tone: 'bad' }] },
    { title: 'Why', kind: 'text' },
    { title: 'Listing', kind: 'name' },
  ],
};

/** What a page has of rows: its data as a browser reads it, its length, and what was counted. */
const pageOf = async (rows: Iterable<[number, string, string]>) => {
  const pieces = rowsData(table, rows);
  let text = '';
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) {
      const json = /^<script type="application\/json" id="data">([^<]*)<\/script>\n$/.exec(text)?.[1] ?? '';
      const { texts, rows } = JSON.parse(json) as { texts: string[]; rows: [number, number, string][] };
      const read = rows.map(([word, why, id]) => [word, texts[why], id]);
      return { read, tally: value, bytes: Buffer.byteLength(text) };
    }
    text += value;
  }
};

test('any value within a script element is that value, and ends or begins nothing there', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('', '</script>', '<!--', '\u2028', '\u2029'),
      (value, text) => {
        const written = scriptJson([value, text]);
        expect(written).not.toMatch(/[<\u2028\u2029]/);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify([value, text])));
      },
    ),
  );
});

describe('the rows of a page', () => {
  test('are what they were, made harmless', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constant(0), text, text), { maxLength: 20 }), async (rows) => {
        const { read, tally } = await pageOf(rows);
        expect(read).toEqual(rows.map(([word, why, id]) => [word, escapeControls(why), escapeControls(id)]));
        expect(tally).toEqual({ rows: rows.length, leftOut: 0, byWord: [rows.length] });
      }),
      { numRuns: 50 },
    );
  });

  test('stay a file that opens, however long and different their texts are', async () => {
    const long = '<🧥'.repeat(1000);
    function* rows(count: number): Generator<[number, string, string]> {
      for (let row = 0; row < count; row++) yield [0, `${row}${long}`, `${row}-3c3c-4d40-91b1-88d4177828cf`];
    }
    const { read, bytes } = await pageOf(rows(20_000));
    expect(bytes).toBeLessThan(7_000_000);
    expect(read).toHaveLength(20_000);
    expect(read[0]?.[1]).toMatch(/^0(?:<🧥){50,}<?…$/u);
    expect(read.at(-1)?.[1]).toMatch(/^19999(?:<🧥){2,}<?…$/u);
    const { tally } = await pageOf(Array.from({ length: 100_003 }, () => [0, '', '']));
    expect(tally).toMatchObject({ rows: 100_000, leftOut: 3 });
  });
});
