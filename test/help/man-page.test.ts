import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { roff } from '../../build/documents/man-page.ts';
import { inShell } from '../support/built.ts';
import { commandPaths } from '../support/commands.ts';

it.each([
  ['--no-input', '\\-\\-no\\-input'],
  ["a\\b\n.TH\n'quoted", "a\\eb\n\\&.TH\n\\&'quoted"],
  ['URL NOTES…', 'URL NOTES\\[u2026]'],
])('%j is written as %j', (text, written) => {
  expect(roff(text)).toBe(written);
});

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

describe.skipIf(!isThere('groff'))('man/resale.1 (skipped where groff is not installed)', () => {
  it('has no fault that groff would warn of', async () => {
    const { exitCode, stdout, stderr } = await inShell('groff -man -Tutf8 -ww -z man/resale.1', {
      cwd: process.cwd(),
    });
    expect([exitCode, stdout, stderr]).toEqual([0, '', '']);
  });

  it('has every command, as it is typed', async () => {
    const { stdout } = await inShell('groff -man -Tascii -P-cbou -rLL=200n man/resale.1', {
      cwd: process.cwd(),
    });
    for (const path of commandPaths) expect(stdout).toContain(`\n   resale ${path}\n`);
    expect(stdout).toContain('resale inventory adjust 1010b428-7f6e-4dc4-a225-74316f7ec427 2');
    expect(stdout).toMatch(/\nEXIT-CODES\n/);
  });
});
