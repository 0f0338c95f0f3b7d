import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { csvWriter } from '../../src/terminal/write-csv.ts';
import { withFormulas, withoutFormulas } from '../../src/words/formulas.ts';
import { hostileText, hostileTexts } from '../support/hostile-texts.ts';
import { fc } from '../support/properties.ts';

const column = (field: string) => ({ field, title: 'not shown' });

describe('a cell', () => {
  const cell = (value: unknown) => {
    const text = csvWriter.records([column('value'), column('end')]).batch([{ value, end: 'e' }]);
    return text.slice('value,end\n'.length, -',e\n'.length);
  };

  test.each([
    ['text', 'silk scarf', 'silk scarf'],
    ['a comma', 'silk, red', '"silk, red"'],
    ['quotes', '12" vinyl', '"12"" vinyl"'],
    ['lines', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a number', 12.5, '12.5'],
    ['a negative number', -3, '-3'],
    ['a number of many digits', new LosslessNumber('-12345678901234567890'), '-12345678901234567890'],
    ['yes', true, 'true'],
    ['null', null, ''],
    ['nothing', undefined, ''],
    ['texts', ['US', 'CA'], 'US|CA'],
    ['no texts', [], ''],
    ['numbers', [1, 2], '"[1,2]"'],
    ['an object', { border: 'none' }, '"{""border"":""none""}"'],
    ['a formula', '=1+1', "'=1+1"],
    ['minus in a text', '-yellowed coat', "'-yellowed coat"],
    ['a tab before a word', '\ta', "'\ta"],
    ['a formula behind a blank and quotes', 'x; "=1', `"x;' ""=1"`],
    ['a formula in a second line', 'x\r\n-1', `"x\r\n'-1"`],
    ['a formula behind a mark of byte order', '\ufeff=1', "'\ufeff=1"],
    ['an apostrophe that was there', "'=1", "''=1"],
    ['what tells Excel where to split', 'sep=|', "'sep=|"],
    ['blanks before a word', ' a; b', ' a; b'],
    ['a line end first', '\r=1', `"'\r'=1"`],
    ['a formula in texts', ['=1', 'a'], "'=1|a"],
    ['a sign further on', 'a=1', 'a=1'],
  ])('%s', (_, value, text) => {
    expect(cell(value)).toBe(text);
  });
});

test('one header, then a line a record; nested fields by their path', () => {
  const text = csvWriter.records([column('id'), column('styles.border')]);
  expect(text.batch([{ id: 1, styles: { border: 'none' } }])).toBe('id,styles.border\n1,none\n');
  expect(text.batch([{ id: 2, styles: null, unknown: 'left out' }])).toBe('2,\n');
  expect(text.end()).toBe('');
});

/** The cells of a file as a spreadsheet makes them: a quotation mark counts only at the beginning of a cell. */
const cellsSplitAt = (separators: string, file: string): string[] => {
  const cells: string[] = [];
  const ends = new RegExp(`[${separators}\\r\\n]`, 'g');
  let at = file.startsWith('\ufeff') ? 1 : 0;
  while (at <= file.length) {
    let cell = '';
    if (file[at] === '"') {
      const quoted = /(?:[^"]|"")*/y;
      quoted.lastIndex = at + 1;
      const [inside = ''] = quoted.exec(file) ?? [];
      cell = inside.replaceAll('""', '"');
      at += inside.length + 2;
    }
    ends.lastIndex = at;
    const end = ends.exec(file)?.index ?? file.length;
    cells.push(cell + file.slice(at, end));
    at = end + 1;
  }
  return cells;
};

/** Whether a spreadsheet would run it; it may pass over what does not show. */
const runs = (cell: string): boolean => /^[\s\p{Cc}\p{Cf}]*(?:[=+\-@＝＋－＠]|sep=)/iu.test(cell);

describe('wherever a spreadsheet splits the lines', () => {
  const file = (texts: readonly string[]): string => {
    const fields = texts.map((text, at) => `${text}${at}`);
    const records = csvWriter.records(fields.map(column));
    const row = (shift: number) =>
      Object.fromEntries(fields.map((field, at) => [field, texts[(at + shift) % texts.length]]));
    return records.batch([row(0), row(1), { ...row(2), [fields[0] ?? '']: [...texts, 'a'] }]);
  };

  test('the cells of this test are split as a spreadsheet does', () => {
    expect(cellsSplitAt(';', 'a,"x;=1"\n"b;";c')).toEqual(['a,"x', '=1"', 'b;', 'c']);
  });

  test.each([[','], [';'], ['\\t'], ['|'], [',;'], [',;\\t'], [',;\\t|']])(
    'at %s: no cell is run',
    (separators) => {
      for (const text of hostileTexts)
        expect(cellsSplitAt(separators, file(['a', text])).filter(runs), JSON.stringify(text)).toEqual([]);
      fc.assert(
        fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (texts) => {
          expect(cellsSplitAt(separators, file(texts)).filter(runs)).toEqual([]);
        }),
        { numRuns: 500 },
      );
    },
  );
});

test('law: every text is read back as it was, and read again as it was written', () => {
  for (const text of hostileTexts) expect(withFormulas(withoutFormulas(text))).toBe(text);
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(withFormulas(withoutFormulas(text))).toBe(text);
      expect(withFormulas(withoutFormulas(withoutFormulas(text)))).toBe(withoutFormulas(text));
    }),
    { numRuns: 5_000 },
  );
});
