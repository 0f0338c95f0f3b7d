import { describe, expect, test } from 'vitest';
import { escapeControls, escapeControlsInLines } from '../../src/terminal/escape-controls.ts';
import { anyText } from '../support/any-text.ts';
import { fc } from '../support/properties.ts';

describe('what acts on a terminal becomes visible', () => {
  test.each([
    ['colour', '\u001b[31mred', '\\u001b[31mred'],
    ['the clipboard (OSC 52)', '\u001b]52;c;cm0gLXJm\u0007', '\\u001b]52;c;cm0gLXJm\\u0007'],
    ['a C1 control sequence', '\u009b2J', '\\u009b2J'],
    ['line ends and tabs', 'a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
    ['NUL and DEL', '\u0000\u007f', '\\u0000\\u007f'],
    ['line and paragraph separators', '\u2028\u2029', '\\u2028\\u2029'],
    ['text turned round', 'invoice\u202efdp.exe', 'invoice\\u202efdp.exe'],
    ['isolates and marks of direction', '\u2066a\u2069\u200e\u061c', '\\u2066a\\u2069\\u200e\\u061c'],
    ['zero-width characters', 'a\u200bb\u200cc\u2060d\ufeff', 'a\\u200bb\\u200cc\\u2060d\\ufeff'],
    ['a joiner between letters', 'a\u200db', 'a\\u200db'],
    ['a joiner at the end of an emoji', '👩\u200d', '👩\\u200d'],
    ['half a character', 'a\ud83db', 'a\\ud83db'],
    ['marks of annotations', 'a\ufff9b\ufffac\ufffb', 'a\\ufff9b\\ufffac\\ufffb'],
    ['a text in variation selectors', 'ok\ufe00\ufe01\u{e0100}', 'ok\ufe00\\ufe01\\udb40\\udd00'],
    ['a variation selector of nothing', '\ufe0f \ufe0f', '\\ufe0f \\ufe0f'],
    ['hidden tag letters', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ])('%s', (_, text, shown) => {
    expect(escapeControls(text)).toBe(shown);
  });
});

test.each([
  'Silk scarf, 90 × 90 cm – “as new”',
  'シルクのスカーフ',
  'וו עברית',
  'Ame\u0301lie',
  '⠃⠗⠀⠇ 𓀀\u{13430}𓀁 葛\u{e0100}',
  '👩‍👩‍👧‍👦 👩🏽‍🚒 🏳️‍🌈 ❤️‍🔥',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇫🇷 ☎︎',
])('%s stays as it is', (text) => {
  expect(escapeControls(text)).toBe(text);
});

const hostile = fc.constantFrom(
  ...'\u001b\u0007\n\r\t\u0000\u007f\u0085\u009b\u200b\u200d\u202e\u2066\u2028\ufffa\ufeff\ud800',
);
const mixedText = fc
  .array(fc.oneof(anyText(), hostile, fc.constantFrom('👩', '👧', '\ufe0f', '\u{e0041}')))
  .map((parts) => parts.join(''));

test('nothing harmful is ever left, and what is harmless is not touched again', () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      const shown = escapeControls(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u200b\u202a-\u202e\u2060-\u206f\ufeff]/u);
      expect(shown).not.toMatch(/\u200d(?!\p{Extended_Pictographic})/u);
      expect(escapeControls(shown)).toBe(shown);
    }),
  );
});

test('lines stay lines if that is wanted', () => {
  expect(escapeControlsInLines('one\u001b\ntwo\r\n')).toBe('one\\u001b\ntwo\\u000d\n');
});
