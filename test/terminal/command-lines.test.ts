import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLines } from '../../src/terminal/command-lines.ts';
import { widthOf } from '../../src/terminal/width.ts';
import { shellWord } from '../../src/words/shell-word.ts';
import { fc } from '../support/properties.ts';

test.each([
  [80, 'resale listings list --limit 3', ['resale listings list --limit 3']],
  [20, 'resale listings list --limit 3', ['resale listings \\', '  list --limit 3']],
  [20, 'resale --after MzpPUEVOOmE0MThkZjkxYzNl', ['resale --after \\', 'MzpPUEVOOmE0MThkZjk\\', 'xYzNl']],
])('at %i columns: %s', (columns, line, lines) => {
  expect(commandLines(line.split(' '), columns)).toEqual(lines);
});

test('law: no line is too wide, and a shell takes them for the one command that they are', () => {
  const word = fc.string({
    unit: fc.constantFrom(...'abcz019-_=/.:$`"\\\'*?;&|<>() ~#!éシ'),
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), fc.integer({ min: 12, max: 100 }), (words, columns) => {
      const lines = commandLines(['told', ...words.map(shellWord)], columns);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      const script = `told() { for word; do printf '%s\\0' "$word"; done; }\n${lines.join('\n')}`;
      expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(
        words,
      );
    }),
    { numRuns: 60 },
  );
});
