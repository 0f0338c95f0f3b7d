import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ProfileStore } from '../../../src/profiles/store.ts';
import { modeOf } from '../../support/modes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { builtWorker } from './built-worker.ts';

const writers = ['a', 'b', 'c', 'd'];
const changesEach = 15;
const worker = builtWorker('profile-writer.ts');

test('four processes that change the profiles at once lose none', async () => {
  const directory = join(temporaryFolder(), 'resale');
  const write = (prefix: string) =>
    promisify(execFile)(process.execPath, [worker, directory, prefix, String(changesEach)]);
  await Promise.all(writers.map(write));

  const { profiles } = await new ProfileStore(() => directory).read();
  const expected = writers.flatMap((prefix) =>
    Array.from({ length: changesEach }, (_, n) => `${prefix}-${n}`),
  );
  expect([...profiles.keys()].sort()).toEqual([...expected, 'sandbox'].sort());
  expect(readdirSync(directory)).toEqual(['config.json']);
  expect([modeOf(directory), modeOf(join(directory, 'config.json'))]).toEqual(['700', '600']);
});
