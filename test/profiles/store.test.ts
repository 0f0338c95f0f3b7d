import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/profiles/keys/credentials.ts';
import { ProfileStore } from '../../src/profiles/store.ts';
import { modeOf, openUmask } from '../support/modes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { configuration } from './directory.ts';

const apiKey = new Secret('key-1');
const live = { baseUrl: 'https://api.example/' };
const sandbox = { baseUrl: 'http://127.0.0.1:4141', clientId: 'sandbox-client', key: { store: 'sandbox' } };

const json = (directory: string, name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8'));

describe('reading', () => {
  test('without any file there is the sandbox, and nothing is created', async () => {
    const directory = join(temporaryFolder(), 'none', 'resale');
    const store = new ProfileStore(() => directory);
    expect(await store.read()).toEqual({
      current: undefined,
      profiles: new Map([['sandbox', sandbox]]),
    });
    expect(await store.keyInFile('live')).toBeUndefined();
    expect(existsSync(join(directory, '..'))).toBe(false);
  });

  test('in a directory that is there, no file is made', async () => {
    const directory = configuration();
    await new ProfileStore(() => directory).read();
    expect(readdirSync(directory)).toEqual([]);
  });

  test('a file of keys that others could read is refused: they may have them', async () => {
    const profiles = { live: { origin: 'https://api.example', apiKey: 'key-1' } };
    const directory = configuration({ 'credentials.json': { profiles } });
    const path = join(directory, 'credentials.json');
    chmodSync(path, 0o644);
    await expect(new ProfileStore(() => directory).keyInFile('live')).rejects.toMatchObject({
      message: `${path} can be read by other users`,
      meaning: {
        hint: `Have new keys issued, since others may have these; then close it: chmod 600 ${path}.`,
      },
    });
  });
});

describe('changing', () => {
  test('what is added is there for the next process, settings and secrets apart', async () => {
    const directory = configuration();
    await new ProfileStore(() => directory).add(
      'live',
      { ...live, shopId: 'shop-1', output: 'csv' },
      { apiKey },
    );

    const store = new ProfileStore(() => directory);
    expect((await store.read()).profiles.get('live')).toEqual({
      baseUrl: 'https://api.example',
      shopId: 'shop-1',
      output: 'csv',
    });
    const stored = await store.keyInFile('live');
    expect([stored?.origin, stored?.apiKey.reveal()]).toEqual(['https://api.example', 'key-1']);
    expect(readFileSync(join(directory, 'config.json'), 'utf8')).not.toContain('key-1');
  });

  test('under an open umask, everything is closed to others', async () => {
    openUmask();
    const directory = join(temporaryFolder(), 'home', '.config', 'resale');
    const store = new ProfileStore(() => directory);
    await store.add('live', live, { apiKey });
    await store.use('live');
    expect(modeOf(directory)).toBe('700');
    expect(modeOf(join(directory, 'config.json'))).toBe('600');
    expect(modeOf(join(directory, 'credentials.json'))).toBe('600');
    expect(readdirSync(directory).sort()).toEqual(['config.json', 'credentials.json']);
  });

  test('the current profile: chosen, then removed, then none', async () => {
    const directory = configuration();
    const store = new ProfileStore(() => directory);
    await store.add('a', live, { apiKey });
    await store.add('b', live);
    expect((await store.read()).current).toBeUndefined();
    await store.use('a');
    expect((await store.read()).current).toBe('a');
    await store.remove('b');
    expect((await store.read()).current).toBe('a');
    await store.remove('a');
    expect(await store.read()).toMatchObject({ current: undefined, profiles: new Map([['sandbox', {}]]) });
    expect(json(directory, 'credentials.json').profiles).toEqual({});
    await store.use('sandbox');
    expect((await store.read()).current).toBe('sandbox');
  });

  test('no file grows beyond what can be read again', async () => {
    const store = new ProfileStore(() => configuration());
    await expect(store.add('live', { ...live, shopId: 'x'.repeat(1024 * 1024) })).rejects.toThrow(
      'larger than 1 MiB',
    );
  });
});

describe('after a process that died', () => {
  test('its lock is taken over, and what it had half written is cleared away', async () => {
    const directory = configuration({ 'config.json.tmp-1234567890abcdef': '{"pro', 'config.json.mine': '' });
    mkdirSync(join(directory, 'lock'));
    utimesSync(join(directory, 'lock'), 1, 1);
    await new ProfileStore(() => directory).add('live', live);
    expect(readdirSync(directory).sort()).toEqual(['config.json', 'config.json.mine']);
  });
});

describe('files that others could have a hand in', () => {
  test('they may look at what holds no keys, and change nothing', async () => {
    const directory = configuration({ 'config.json': { profiles: { live } } });
    const path = join(directory, 'config.json');
    const read = () => new ProfileStore(() => directory).read();
    chmodSync(directory, 0o755);
    chmodSync(path, 0o644);
    expect((await read()).profiles.has('live')).toBe(true);
    chmodSync(path, 0o664);
    await expect(read()).rejects.toThrow(`${path} can be changed by other users`);
    chmodSync(directory, 0o775);
    await expect(read()).rejects.toMatchObject({
      message: `${directory} can be changed by other users`,
      meaning: { hint: expect.stringContaining(`close it: chmod 700 ${directory}.`) },
    });
  });

  test('a file over 1 MiB is not read', async () => {
    const directory = configuration({ 'config.json': `{"x":"${'x'.repeat(1024 * 1024)}"}` });
    await expect(new ProfileStore(() => directory).read()).rejects.toThrow(
      'config.json is larger than 1 MiB',
    );
  });

  test('a change that is refused leaves the file as it was', async () => {
    const directory = configuration();
    const path = join(directory, 'config.json');
    writeFileSync(path, '{"profiles":');
    const before = statSync(path).ino;
    await expect(new ProfileStore(() => directory).add('live', live)).rejects.toMatchObject({
      code: 'file-failed',
    });
    expect(readFileSync(path, 'utf8')).toBe('{"profiles":');
    expect(statSync(path).ino).toBe(before);
  });
});
