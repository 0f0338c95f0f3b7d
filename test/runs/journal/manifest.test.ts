import { appendFileSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { createRunDirectory, type RunDirectory } from '../../../src/runs/directory.ts';
import { DamagedRun } from '../../../src/runs/journal/errors.ts';
import { type Manifest, readManifest, writeManifest } from '../../../src/runs/journal/manifest.ts';
import { modeOf, openUmask } from '../../support/modes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const manifest: Manifest = {
  version: 1,
  tool: '0.1.0',
  operation: 'inventory set',
  options: { onConflict: 'skip', maxClose: 10, defaults: { nested: { exact: true } } },
  profile: 'live',
  origin: 'https://api.example',
  input: { path: '/data/stock.csv', sha256: 'a'.repeat(64), size: 1234, format: 'csv' },
  rows: 3,
  shard: { index: 2, count: 8 },
  createdAt: '2026-11-21T12:05:01.000Z',
  undoes: '20261120-120501-4f2a',
};

let run: RunDirectory;
beforeEach(async () => {
  openUmask();
  run = await createRunDirectory(temporaryFolder());
});

test('what is written is what is read, in one file, closed to others', async () => {
  await writeManifest(run, manifest);
  expect(await readManifest(run)).toEqual(manifest);
  expect(readdirSync(run.path).sort()).toEqual(['journal.ndjson', 'manifest.json']);
  expect(modeOf(run.manifest)).toBe('600');
});

test('an option that was not given is not there, and every other one is as it was given', async () => {
  const options = {
    direct: true,
    anyConstants: false,
    deriveExternalId: true,
    currency: 'EUR',
    onConflict: 'retry',
    sheet: 'North',
    skipInvalid: true,
    ignoreExtra: false,
    concurrency: 7,
    maxClose: 0,
    maxChange: 12.5,
    settle: 0.5,
    defaults: { shopId: 'S-1', manualProductOptions: { title: 'Coat' } },
    mayClose: false,
  } as const;
  for (const given of [options, { onConflict: 'fail' as const }]) {
    await writeManifest(run, { ...manifest, options: given });
    expect((await readManifest(run)).options).toStrictEqual(given);
  }
});

test('without a profile, a file, shards, and another run to undo', async () => {
  const { shard: _, undoes: __, ...rest } = manifest;
  const small = { ...rest, profile: undefined, input: { ...manifest.input, path: undefined } };
  await writeManifest(run, small);
  expect(await readManifest(run)).toEqual(small);
});

test('one that replaces another leaves nothing of it', async () => {
  await writeManifest(run, manifest);
  await writeManifest(run, { ...manifest, options: { onConflict: 'fail' } });
  expect(await readManifest(run)).toEqual({ ...manifest, options: { onConflict: 'fail' } });
  expect(readdirSync(run.path).sort()).toEqual(['journal.ndjson', 'manifest.json']);
});

const change = (changed: Record<string, unknown>) => JSON.stringify({ ...manifest, ...changed });
const damages: [string, (whole: string) => string, string][] = [
  ['cut off', (whole) => whole.slice(0, -20), 'it is not JSON'],
  ['empty', () => '', 'it is not JSON'],
  ['NULs', () => '\0'.repeat(500), 'it is not JSON'],
  ['an array', () => '[]', 'it is not a JSON object'],
  ['without an origin', () => change({ origin: undefined }), 'its field origin is invalid'],
  [
    'half a hash',
    () => change({ input: { ...manifest.input, sha256: 'canary' } }),
    'its field input.sha256 is',
  ],
  [
    'an option of another kind',
    () => change({ options: { onConflict: 'skip', maxClose: 'canary' } }),
    'its field options.maxClose is invalid',
  ],
  ['a size below 0', () => change({ input: { ...manifest.input, size: -1 } }), 'its field input.size is'],
  ['of the future', () => change({ version: 2 }), 'a later version of resale wrote it'],
];
test.each(damages)(
  'a manifest that is damaged (%s) is not used, and not quoted',
  async (_, damage, problem) => {
    await writeManifest(run, manifest);
    writeFileSync(run.manifest, damage(readFileSync(run.manifest, 'utf8')));
    const error = await readManifest(run).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DamagedRun);
    expect((error as Error).message).toContain(`${run.manifest} can't be used: ${problem}`);
    expect((error as Error).message).not.toMatch(/canary|stock/);
  },
);

test('a manifest that is gone', async () => {
  await writeManifest(run, manifest);
  unlinkSync(run.manifest);
  await expect(readManifest(run)).rejects.toThrow('has not begun');
  appendFileSync(run.journal, '{}\n');
  await expect(readManifest(run)).rejects.toThrow("can't be used: it is missing");
});
