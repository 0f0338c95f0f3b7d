import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { roff } from '../../../build/documents/man-pages.ts';
import { topics } from '../../../src/help/topics.ts';
import { inShell } from '../../support/built.ts';
import { commandPaths } from '../../support/commands.ts';

it.each([
  ['--no-input', '\\-\\-no\\-input'],
  ["a\\b\n.TH\n'quoted", "a\\eb\n\\&.TH\n\\&'quoted"],
  ['URL NOTES…', 'URL NOTES\\[u2026]'],
])('%j is written as %j', (text, written) => {
  expect(roff(text)).toBe(written);
});

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

const shown = async (page: string): Promise<string> => {
  const { stdout } = await inShell(`groff -man -Tascii -P-cbou -rLL=100n man/${page}`, {
    cwd: process.cwd(),
  });
  return stdout;
};

describe.skipIf(!isThere('groff'))('the manual (skipped where groff is not installed)', () => {
  it('has no fault that groff would warn of', async () => {
    const { exitCode, stdout, stderr } = await inShell(
      'for page in man/*; do groff -man -Tutf8 -ww -z "$page" || exit; done',
      { cwd: process.cwd() },
    );
    expect([exitCode, stdout, stderr]).toEqual([0, '', '']);
  });

  it('man resale names the page of each command and topic', async () => {
    const page = await shown('resale.1');
    for (const path of commandPaths)
      expect(page).toContain(`\n       resale-${path.replaceAll(' ', '-')}(1)\n`);
    for (const { name } of topics) expect(page).toContain(`\n       resale-${name}(7)\n`);
  });

  it('man resale-inventory-adjust has its flags, those of many rows and what explains them', async () => {
    const page = await shown('resale-inventory-adjust.1');
    expect(page).toMatch(/^NAME\n {7}resale-inventory-adjust - Add to/m);
    expect(page).toContain('\n       resale inventory adjust DELTA --external-id <ID>|--sku <SKU> [flags]\n');
    expect(page).toContain('\n           resale inventory adjust TLH-JEANS-000007-2832 -1\n');
    expect(page).toMatch(/^FLAGS$.*^ {7}--exact$.*^MANY AT ONCE$.*^ {7}--shard I\/N$/ms);
    expect(page).toContain('resale(1), resale-bulk(7), resale-exit-codes(7)');
  });
});
