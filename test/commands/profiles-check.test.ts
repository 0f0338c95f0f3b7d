import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withShop } from '../support/configured.ts';
import { errorOf, sandboxed } from '../support/resale.ts';

it('profiles check writes a trace to the given file', async () => {
  const { run, config } = await withShop();
  const trace = join(config, '../trace');
  expect(await run(`profiles check shop --debug-file '${trace}'`)).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  expect(await readFile(trace, 'utf8')).toContain('GET ');
});

it('profiles check says that the file of the keys was open to others', async () => {
  const { run, config } = await withShop();
  await chmod(join(config, 'credentials.json'), 0o644);
  expect((await run('profiles check shop')).stderr).toMatch(/^.+credentials\.json was open to other users/);
});

describe('the key command', () => {
  it('runs when a request needs it and not before, and once', async () => {
    const { run, config } = await withShop();
    const runs = join(config, '../runs');
    await writeFile(runs, '');
    const command = `echo run >> '${runs}'; echo sandbox-key-that-is-no-secret`;
    await run(['profiles', 'set', 'shop', '--key-command', command, '--key-command-shell']);
    for (const line of [
      'profiles list',
      'profiles show shop',
      'profiles show -p shop',
      'listings list --help -p shop',
    ])
      expect((await run(line)).exitCode).toBe(0);
    expect((await run('listings get 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64 -p shop -n')).exitCode).toBe(0);
    expect(await readFile(runs, 'utf8')).toBe('');
    expect((await run('listings list --page-size 5 --all -p shop')).exitCode).toBe(0);
    expect(await readFile(runs, 'utf8')).toBe('run\n');
  });

  it('is not even run for another origin', async () => {
    const { run, config } = await withShop();
    const other = await sandboxed();
    const command = `touch ${config}/../ran; echo key`;
    await run(['profiles', 'set', 'shop', '--key-command', command, '--key-command-shell']);
    const screen = await run(`listings list -p shop --base-url ${other.baseUrl}`);
    expect([screen.exitCode, errorOf(screen).code]).toEqual([4, 'foreign-origin']);
    await expect(readFile(join(config, '../ran'))).rejects.toThrow('ENOENT');
  });
});
