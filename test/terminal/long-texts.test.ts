import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Shown } from '../../src/terminal/columns.ts';
import { themeOf } from '../../src/terminal/drawing.ts';
import { messageOn } from '../../src/terminal/message.ts';
import { tableWriter } from '../../src/terminal/table.ts';
import { widthOf } from '../../src/terminal/width.ts';
import { csvWriter } from '../../src/terminal/write-csv.ts';
import { nearest } from '../../src/words/nearest.ts';
import { processorClock } from '../support/processor-clock.ts';

/** Far more time of the processor than any of these takes, and far less than where it grows with the square. */
const generousMs = 10_000;

const within = <T>(work: () => T): T => {
  const spent = processorClock();
  const result = work();
  expect(spent()).toBeLessThan(generousMs);
  return result;
};

const writer = tableWriter({ width: 80, theme: themeOf(0) });
const columns = ['sku', 'state'].map((field) => ({ field, title: field }));

describe.each([
  ['wide characters', '漢字'.repeat(50_000)],
  ['accents on one letter', `Z${'\u0301'.repeat(200_000)}`],
  ['families', '👩‍👩‍👧‍👦'.repeat(10_000)],
  ['hands of one colour', '👍🏽'.repeat(30_000)],
  ['flags', '🇫🇷'.repeat(30_000)],
  ['one word', 'x'.repeat(50_000)],
  ['many words', 'ab '.repeat(50_000)],
  ['blanks', `a${' '.repeat(200_000)}b`],
  ['controls', '\0'.repeat(50_000)],
  ['ellipses', '…'.repeat(50_000)],
  ['commands without an end', `${'resale a '.repeat(30_000)}'`],
])('a very long text: %s', (_, text) => {
  test('is cut to its cell', () => {
    const drawn = within(() => writer.records(columns).batch([{ sku: text, state: 'OPEN' }]));
    const [, line = ''] = drawn.split('\n');
    expect(line).toContain('…');
    expect(line).toMatch(/OPEN$/);
    expect(widthOf(line)).toBeLessThanOrEqual(80);
  });

  test('is whole on a card', () => {
    const drawn = within(() => writer.record({ sku: text, state: 'OPEN' }, columns));
    expect(drawn).toMatch(/STATE +OPEN\n$/);
  });

  test('is the name of a field', () => {
    within(() => writer.records([{ field: text, title: text }]).batch([{ [text]: 1 }]));
    within(() => writer.record({ [text]: 1 }, columns));
  });

  test('is in a message', () => {
    const lines = within(() => messageOn({ isTTY: true, columns: 80 }, `The service says: ${text}`));
    expect(lines.startsWith('The service says:')).toBe(true);
  });
});

test('no long text is segmented at once: that takes time with the square of its length', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  onTestFinished(() => segment.mockRestore());
  const text = '🇫🇷'.repeat(2_000);
  writer.records(columns).batch([{ sku: text, state: text }]);
  writer.record({ sku: text, state: text }, columns);
  messageOn({ isTTY: true, columns: 80 }, text);
  const lengths = segment.mock.calls.map(([{ length }]) => length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(500);
  // On a card each character is measured once, and each stretch a few times.
  expect(lengths.length).toBeLessThan(20_000);
});

describe('100,000 columns', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `f${index}`);
  const many = names.map((field) => ({ field, title: field }));
  const one: Shown = Object.fromEntries(names.map((name, index) => [name, index]));
  const distinct = Array.from({ length: 1000 }, (_, row) =>
    Object.fromEntries(names.slice(row * 100, row * 100 + 100).map((name) => [name, row])),
  );

  test('of one record are as many lines of a card', () => {
    const drawn = within(() => writer.record(one, many));
    expect(drawn.split('\n')).toHaveLength(100_001);
  });

  test('of a thousand records: each card has those of its own record', () => {
    const drawn = within(() => writer.records(many).batch(distinct));
    expect(drawn.split('\n\n')).toHaveLength(1000);
    expect(drawn.split('\n\n')[1]?.split('\n')).toHaveLength(100);
  });

  test('are a header and a row of CSV', () => {
    const [header, row] = within(() => csvWriter.records(many).batch([one])).split('\n');
    expect(header).toBe(names.join(','));
    expect(row).toBe(names.map((_, index) => index).join(','));
  });

  test('are searched for the one that was meant no longer than for a moment', () => {
    expect(within(() => nearest('f10', [...names, 'x'.repeat(1_000_000)]))).toBe('f10');
    expect(nearest('f99999x', names)).toBeUndefined();
    expect(within(() => nearest('y'.repeat(100), ['x'.repeat(1_000_000)]))).toBeUndefined();
  });
});
