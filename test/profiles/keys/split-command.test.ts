import { describe, expect, test } from 'vitest';
import { splitCommand } from '../../../src/profiles/keys/split-command.ts';

describe('a command line, parted as a shell would', () => {
  test.each([
    ['op read op://shop/resale/key', ['op', 'read', 'op://shop/resale/key']],
    ['  op \t read\n x ', ['op', 'read', 'x']],
    ["pass 'two words'", ['pass', 'two words']],
    ['pass "two words"', ['pass', 'two words']],
    ["pass a'b c'd", ['pass', 'ab cd']],
    ['pass two\\ words', ['pass', 'two words']],
    ['pass "a \\"b\\" \\\\ \\n"', ['pass', 'a "b" \\ \\n']],
    ["pass '' x", ['pass', '', 'x']],
    ["pass '$HOME | cat'", ['pass', '$HOME | cat']],
    ['pass \\$HOME', ['pass', '$HOME']],
    ['/usr/bin/pass schlüssel 🧥', ['/usr/bin/pass', 'schlüssel', '🧥']],
    ['C:\\\\tools\\\\op.exe read', ['C:\\tools\\op.exe', 'read']],
  ])('%j → %j', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  test.each([
    ['', 'names no program'],
    ['  ', 'names no program'],
    ["''", 'names no program'],
    ["pass 'canary", 'has a quote that is never closed'],
    ['pass "canary', 'has a quote that is never closed'],
    ['pass canary | head -1', 'contains |, which needs a shell'],
    ['pass $CANARY', 'contains $, which needs a shell'],
    ['pass "$CANARY"', 'contains $, which needs a shell'],
    ['pass `canary`', 'contains `, which needs a shell'],
    ['pass > canary', 'contains >, which needs a shell'],
    ['pass; canary', 'contains ;, which needs a shell'],
    ['./canary', 'names its program by a relative path; name it as it is on the PATH, or by an absolute one'],
    [
      'tools/canary',
      'names its program by a relative path; name it as it is on the PATH, or by an absolute one',
    ],
  ])('%j %s', (line, problem) => {
    expect(() => splitCommand(line)).toThrow(
      expect.objectContaining({ name: 'InvalidKeyCommand', message: `the key command ${problem}` }),
    );
  });
});
