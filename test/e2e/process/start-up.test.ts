import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, built, inShell, machine } from '../../support/built.ts';
import { loadedBy } from '../../support/loaded.ts';
import { sandboxed } from '../../support/resale.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

test('neither a help screen nor a call makes a formatter of Intl, which takes a third of the start of Node', async () => {
  const on = machine();
  const counter = join(on.home, 'intl.cjs');
  writeFileSync(
    counter,
    `for (const name of Object.getOwnPropertyNames(Intl).filter((name) => /^[A-Z]/.test(name) && Intl[name].supportedLocalesOf))
      Intl[name] = class { constructor() { throw new Error('a start makes ' + name); } };`,
  );
  const sandbox = await sandboxed({ listings: 5 });
  const env = { ...sandbox.env, NODE_OPTIONS: `--require "${counter}"` };
  for (const line of ['--help', 'listings get --help', `listings get ${id}`, `inventory set ${id} 7`])
    expect(await built(line, { on, env, input: '' })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('--version loads nothing of the tool', async () => {
  const { exitCode, chunks, modules } = await loadedBy('--version');
  expect({ exitCode, chunks, modules }).toEqual({ exitCode: 0, chunks: [], modules: ['node:fs'] });
});

test('code that one start kept runs at the next one; with other settings of V8, other code', async () => {
  const on = machine();
  const { env } = await sandboxed({ listings: 5 });
  const get = async (settings: Record<string, string> = {}) => {
    const how = { on, env: { ...env, ...settings }, input: '' };
    const { exitCode, stdout, stderr } = await built(`listings get ${id}`, how);
    return { exitCode, stdout, stderr };
  };
  const code = join(on.home, '.cache/resale/code');
  const files = () =>
    readdirSync(code, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.code'))
      .map((path) => [path, statSync(join(code, path)).mtimeMs]);
  const first = await get();
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  const kept = files();
  expect(kept.length).toBeGreaterThan(10);
  expect(await get()).toEqual(first);
  expect(files()).toEqual(kept);
  expect(await get({ NODE_OPTIONS: '--interpreted-frames-native-stack' })).toEqual(first);
  expect(files()).toEqual(expect.arrayContaining(kept));
  expect(files()).toHaveLength(2 * kept.length);
  const given = `node --interpreted-frames-native-stack '${bin}' listings get ${id}`;
  expect(await inShell(given, { on, env, input: '' })).toMatchObject(first);
  expect(files()).toHaveLength(3 * kept.length);
});

test('a command that outlives its installation ends as it would have', async () => {
  const { home } = machine();
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(dirname(bin), '..', part), join(home, part), { recursive: true });
  const line = `node '${home}/bin/resale.js' sandbox exec -- rm -r '${home}/dist'`;
  const { exitCode, stdout, stderr } = await inShell(line, {
    env: { RESALE_CACHE_DIR: join(home, 'cache') },
  });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
