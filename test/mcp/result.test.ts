import { expect, test } from 'vitest';
import { changingTools } from '../../src/mcp/changing-tools.ts';
import { readingTools } from '../../src/mcp/reading-tools.ts';
import { resultOf } from '../../src/mcp/tool-result.ts';

const tools = [...readingTools, ...changingTools()];

/** What a tool would answer with so many rows of 100,000 bytes. */
const answered = (name: string, result: object, given: object, count: number, size = 100_000) => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const rows = Array.from({ length: count }, (_, line) => ({ line, text: 'x'.repeat(size) }));
  const { structuredContent } = resultOf(tool, given, { result: { ...result, rows } });
  const said = structuredContent as { rows: { line: number }[]; nextOffset?: number };
  return { lines: said.rows.map(({ line }) => line), said };
};

test('a page that is cut goes on where it was cut', () => {
  const { lines, said } = answered('show_run', { total: 90 }, { offset: 50 }, 30);
  expect(lines).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(said).toMatchObject({ nextOffset: 60, notices: [expect.stringMatching(/^20 of 30 .*nextOffset/)] });
  expect(said).not.toHaveProperty('rowsLeftOut');
});

test.each([
  [11, '1 of 11 entries of rows is left out: a result may say 1 MiB. '],
  [12, '2 of 12 entries of rows are left out: a result may say 1 MiB. '],
])('of %i entries it says how many are left out', (count, said) => {
  expect(answered('show_run', { total: 90 }, {}, count).said).toMatchObject({
    notices: [expect.stringContaining(said)],
  });
});

test('and passes over what is too large by itself', () => {
  const { lines, said } = answered('show_run', { total: 90 }, { offset: 50 }, 1, 2_000_000);
  expect([lines, said.nextOffset]).toEqual([[], 51]);
});

test('a run says its name and counts, however long its rows are', () => {
  const result = { run: 'r-1', counts: { applied: 25 }, rowsLeftOut: 5 };
  const { lines, said } = answered('apply_plan', result, {}, 20, 2_000_000);
  expect(lines).toEqual([]);
  expect(said).toMatchObject({
    run: 'r-1',
    rowsLeftOut: 25,
    notices: [expect.stringContaining('show_run')],
  });
});

test.each([
  [
    'what it was given',
    {
      code: 'not-found',
      message: `no plan is ${'x'.repeat(3_000_000)}`,
      hint: '\u0007'.repeat(1_000_000),
    },
  ],
  [
    'many details',
    {
      code: 'invalid-input',
      message: 'no',
      details: Array.from({ length: 5_000 }, () => '\u{E0041}'.repeat(1_000)),
    },
  ],
])('an error that quotes %s is bounded as well, and is an error of its code', (_, error) => {
  const [tool] = tools;
  if (tool === undefined) throw new Error('There are no tools.');
  const { content, isError } = resultOf(tool, {}, { error });
  const [said] = content;
  const text = said?.type === 'text' ? said.text : '';
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 ** 2);
  expect([isError, JSON.parse(text).error.code]).toEqual([true, error.code]);
});
