import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder for one test, removed after it. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'resale-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/**
 * A fresh folder whose path is always as long as that of a home, wherever TMPDIR is: where the lines of a screen break depends on
 * the paths in them.
 */
export const homeFolder = (): string => {
  const link = `/tmp/${randomBytes(3).toString('hex')}`;
  symlinkSync(temporaryFolder(), link);
  onTestFinished(() => rmSync(link));
  return link;
};

/** A folder with files of JSON. */
export const folderWith = (files: Readonly<Record<string, unknown>>): string => {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
};
