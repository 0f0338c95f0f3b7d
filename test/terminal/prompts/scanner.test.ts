import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Scanner } from '../../../src/terminal/prompts/scanner.ts';

const enter = '\r';
const down = '\u001b[B';

// A pause is as long as the test says, however busy the machine is.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** What becomes of keys that come one after the other without a pause, and then with one. */
const received = (...bursts: readonly (readonly string[])[]) => {
  const scanner = new Scanner();
  const codes: string[] = [];
  let keys = '';
  scanner.listen({ press: (pressed) => (keys += pressed), scan: (code) => codes.push(code) > 0 });
  for (const burst of bursts) {
    for (const part of burst) scanner.take(part);
    vi.advanceTimersByTime(600);
  }
  return { codes, keys };
};

test.each([
  ['at once', [['4006381333931\r']], ['4006381333931'], ''],
  ['character by character', [[...'4006381333931\r']], ['4006381333931'], ''],
  ['two of them', [['40063\r', '81333\r']], ['40063', '81333'], ''],
  ['with both line breaks', [['40063\r', '\n']], ['40063'], ''],
  ['behind keys of a person', [[`${down}40063\r`]], ['40063'], down],
  ['and Enter, later on', [['40063\r'], [enter]], ['40063'], enter],
])('a code: %s', (_, bursts, codes, keys) => {
  expect(received(...bursts)).toEqual({ codes, keys });
});

test.each([
  ['typed with pauses', [...'good\r'].map((key) => [key]), 'good\r'],
  ['a short word', [['yes\r']], 'yes\r'],
  ['Enter after a pause', [['4006381333931'], [enter]], '4006381333931\r'],
  ['arrows and Enter', [[`${down}${down}`, enter]], `${down}${down}\r`],
])('keys of a person: %s', (_, bursts, keys) => {
  expect(received(...bursts)).toEqual({ codes: [], keys });
});
