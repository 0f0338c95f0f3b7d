import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ask, creation, sandboxWith } from './running.ts';

let directory: string;
let stateFile: string;
beforeEach(() => {
  directory = temporaryFolder();
  stateFile = join(directory, 'state.json');
});

test('listings, their states and their number outlive a restart', async () => {
  const first = await sandboxWith({ stateFile });
  const { id } = (
    await ask(first, 'POST /v1/listings', creation(first.shopId, { externalIdentifier: 'kept' }))
  ).body;
  await ask(first, `PUT /v1/listings/${id}/inventory`, {
    action: 'SET_INVENTORY',
    oldInventory: 1,
    newInventory: 0,
  });
  const before = (await ask(first, 'GET /v1/listings')).body;
  await first.close();
  const second = await sandboxWith({ stateFile });
  expect((await ask(second, 'GET /v1/listings')).body).toEqual(before);
  const next = (await ask(second, 'POST /v1/listings', creation(second.shopId))).body;
  expect(JSON.stringify(before)).not.toContain(next.id);
});

test('a change is in the file before it is answered, and so is the payload of a creation', async () => {
  const sandbox = await sandboxWith({ stateFile });
  const payload = creation(sandbox.shopId, { metadata: { shelf: 'B7' } });
  const { id } = (await ask(sandbox, 'POST /v1/listings', payload)).body;
  const { listings } = JSON.parse(await readFile(stateFile, 'utf8'));
  expect(listings.at(-1)).toMatchObject({ id, creation: payload });
});

test('many changes at once are all kept', async () => {
  const sandbox = await sandboxWith({ stateFile });
  const made = await Promise.all(
    Array.from(
      { length: 50 },
      async () => (await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId))).body.id,
    ),
  );
  const kept = JSON.parse(await readFile(stateFile, 'utf8')).listings.map(({ id }: { id: string }) => id);
  expect(kept).toEqual(expect.arrayContaining(made));
});

test('only its owner can read the file, and nothing else is left beside it', async () => {
  const sandbox = await sandboxWith({ stateFile });
  await ask(sandbox, 'POST /v1/listings', creation(sandbox.shopId));
  await sandbox.close();
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).toEqual(['state.json']);
});

test('nothing is written if nothing changes', async () => {
  const sandbox = await sandboxWith({ stateFile });
  await ask(sandbox, 'GET /v1/listings');
  await ask(sandbox, 'POST /v1/listings', creation('no-shop'));
  await sandbox.close();
  expect(await readdir(directory)).toEqual([]);
});
