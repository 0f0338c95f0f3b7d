import { expect, test } from 'vitest';
import { lineAgain, shellWord } from '../../src/words/resale-line.ts';

test('the same line again, with other values for some flags', () => {
  const line = {
    path: 'resale listings list',
    flags: { state: 'open', note: '-y', image: ['a b', '-c'], count: true },
    globals: { out: 'x.json', profile: 'live' },
  } as const;
  expect(lineAgain(line)).toBe(
    "resale listings list --out x.json --profile live --state open --note=-y --image 'a b' --image=-c --count",
  );
  expect(lineAgain({ ...line, flags: { after: 'A' } }, { after: '-B', out: undefined })).toBe(
    'resale listings list --profile live --after=-B',
  );
});

test.each([
  ['--title', '--title'],
  ['https://images.example/1.jpg', 'https://images.example/1.jpg'],
  ['', "''"],
  ['Wool coat', "'Wool coat'"],
  ["it's", "'it'\\''s'"],
  // zsh takes a word that begins with = for the path of a program.
  ['=ls', "'=ls'"],
  // fish takes \\' between single quotes for a quote, and reads on.
  ["x\\'; touch PWNED; #", String.raw`'x'\\''\''; touch PWNED; #'`],
  ['two\nlines', "'two\nlines'"],
  ['\u001b[31m', `"$(printf '\\033\\13331m')"`],
])('%j → %s', (word, written) => {
  expect(shellWord(word)).toBe(written);
});
