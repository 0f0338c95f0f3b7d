import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type Circumstances, errorOf, resale } from '../support/resale.ts';
import { table } from '../support/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const key = 'canary-key-0815-not-to-be-shown';

/** A fresh configuration, and the tool run in it. */
const fresh = async () => {
  const directory = temporaryFolder();
  const config = join(directory, 'config');
  const run = async (line: string, more: Circumstances = {}) => {
    const screen = await resale(line, { ...more, env: { RESALE_CONFIG_DIR: config, ...more.env } });
    expect(screen.stdout + screen.stderr).not.toContain(key);
    return screen;
  };
  return { config, run };
};

const add = 'profiles add live --base-url https://api.shop.example';
const addWithKey = `${add} --client-id client-1 --api-key-stdin`;

describe('profiles add', () => {
  it('keeps a profile with its key from stdin, readable only by this user', async () => {
    const { config, run } = await fresh();
    await run(addWithKey, { stdin: `${key}\n` });
    expect((await stat(config)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(config))
      expect((await stat(join(config, file))).mode & 0o777).toBe(0o600);
  });

  test.each(
    table(`
      profiles add → NAME is missing; --base-url is missing.
      profiles add live → --base-url is missing.
      ${add} --client-id c → --api-key-stdin is missing: a client id is kept together with its key.
      ${add} --api-key-stdin → --client-id is missing.
      profiles add live --api-key-stdin → --base-url is missing; --client-id is missing.
      ${add} --default-output xml → --default-output must be one of table, json, ndjson, csv, yaml, not 'xml'.
      profiles add Live! --base-url https://api.shop.example → A profile's name consists of a-z, 0-9, '-' and '_', begins with a letter or digit, and has at most 63 characters.
      profiles add sandbox --base-url https://api.shop.example → The profile "sandbox" is always there and can't be added, changed or removed.
      profiles add live --base-url http://api.shop.example → The base URL must begin with https://: plain http would show the credentials on the way.
      profiles add live --base-url https://me:secret@api.shop.example → The base URL must not hold a user name or password.
      ${add} --client-id c --key-command "op read op://shop/key | head -1" → The key command contains |, which needs a shell.
      ${add} --dry-run → --dry-run does not go with this command, which sends no request.
    `),
  )('%s → exit 2, nothing is kept', async (line, message) => {
    const { run } = await fresh();
    const screen = await run(line);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, message]);
    expect(JSON.parse((await run('profiles list')).stdout).length).toBe(1);
  });

  test.each([
    ['', 'The API key is empty.'],
    ['one\ntwo', 'The API key contains a line break.'],
    ['schlüssel-€', 'The API key contains a character that no HTTP header can carry.'],
  ])('a key that can be none, %j: exit 2, and it is not repeated', async (stdin, message) => {
    const { run } = await fresh();
    const screen = await run(addWithKey, { stdin });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, message]);
  });

  it('there is no flag for the key, and what was typed after one is not repeated', async () => {
    const { run } = await fresh();
    for (const line of [`${add} --api-key=${key}`, `${add} --api-key ${key}`, `${add} -k${key}`])
      expect((await run(line)).exitCode).toBe(2);
  });
});
