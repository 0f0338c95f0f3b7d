import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineAgain, shellWord } from '../../src/cli/shell-line.ts';
import { harmlessLines } from '../../src/terminal/harmless.ts';

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
  ['two\nlines', "'two\nlines'"],
  ['\u001b[31m', `''"$(printf '\\033')"'[31m'`],
])('%j → %s', (word, written) => {
  expect(shellWord(word)).toBe(written);
});

const word = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '$(id)',
        '`',
        '!',
        '\n',
        '\r',
        '\u001b]0;x\u0007',
        '\u202e',
        '%s',
        '\\033',
      ),
    ),
  )
  // No word of a command line has a NUL in it.
  .map((parts) => parts.join('').replaceAll('\0', ''));

test.each(['sh', 'bash'])('any words come out of %s as they went in, and act on no terminal', (shell) => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      const written = words.map(shellWord);
      for (const one of written) expect(harmlessLines(one)).toBe(one);
      const printed = execFileSync(shell, ['-c', `printf '%s\\0' ${written.join(' ')}`], {
        encoding: 'utf8',
      });
      expect(printed.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 60 },
  );
});
