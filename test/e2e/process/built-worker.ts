import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

/** Builds a program of this folder once for all tests of a file, to run as a process of its own, and returns its path. */
export const builtWorker = (source: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'resale-test-'));
  const file = join(directory, source.replace(/\.ts$/, '.mjs'));
  beforeAll(async () => {
    await build({
      input: join(import.meta.dirname, source),
      platform: 'node',
      output: { file, codeSplitting: false },
      logLevel: 'silent',
    });
  });
  afterAll(() => rmSync(directory, { recursive: true, maxRetries: 5 }));
  return file;
};
