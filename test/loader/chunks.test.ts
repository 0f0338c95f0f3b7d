import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { chunksIn } from '../../src/loader/chunks.ts';
import { keepCode } from '../../src/loader/keep-code.ts';
import { compiler } from '../../src/loader/kept-code.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A program in chunks, and the home of its user. */
const program = (chunks: Readonly<Record<string, string>>) => {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const write = (texts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  };
  write(chunks);
  const kept = join(home, '.cache/resale/code', compiler);
  /** What main.cjs exports, at a start that keeps its code. */
  const start = async (env: Record<string, string> = {}): Promise<unknown> => {
    const required = createRequire(join(folder, 'main.cjs'));
    const { load, keep } = chunksIn(folder, { HOME: home, ...env }, required);
    const exported = load('main.cjs');
    await keep();
    return exported;
  };
  return { folder, home, kept, code: join(kept, 'main.cjs.code'), start, write };
};

/** With one bit changed in its middle. */
const flipped = (bytes: Buffer): Buffer => {
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  return bytes;
};

const one = { 'main.cjs': 'module.exports = 1;' };

describe('chunks are loaded as require loads them', () => {
  const chunks = {
    'main.cjs': `const { name } = require('./other.cjs');
      exports.said = [name, require('./other.cjs').times, require('node:path').basename(__filename), module.exports === exports];
      exports.folder = __dirname;
      exports.later = () => require('./later.cjs');`,
    'other.cjs': `exports.times = (globalThis.timesLoaded ??= 0) + 1;
      globalThis.timesLoaded += 1;
      exports.name = 'other';
      exports.back = require('./main.cjs');`,
    'later.cjs': 'module.exports = this === exports;',
  };
  test.each([['with code'], ['without']])('once each, even in a circle: %s', async (how) => {
    const { folder, start } = program(chunks);
    const env: Record<string, string> = how === 'without' ? { NODE_DISABLE_COMPILE_CACHE: '1' } : {};
    for (const _ of ['compiled', 'from its code']) {
      Object.assign(globalThis, { timesLoaded: 0 });
      const main = (await start(env)) as { said: unknown[]; folder: string; later: () => boolean };
      expect(main.said).toEqual(['other', 1, 'main.cjs', true]);
      expect(main.folder).toBe(folder);
      expect(main.later()).toBe(true);
    }
  });

  test('an error tells file and line', async () => {
    const { folder, start } = program({ 'main.cjs': "\n\nthrow new Error('no');" });
    await expect(start()).rejects.toMatchObject({
      stack: expect.stringContaining(`${join(folder, 'main.cjs')}:3:`),
    });
  });
});

describe('code that was kept', () => {
  test('runs in place of the chunk: here it is the code of another one, of the same length', async () => {
    const { folder, kept, start } = program({ 'main.cjs': 'module.exports = 4;' });
    const script = new Script(
      '(function (exports, require, module, __filename, __dirname) { module.exports = 5;\n})',
    );
    keepCode(kept, [{ name: 'main.cjs', source: readFileSync(join(folder, 'main.cjs')), script }]);
    expect(await start()).toBe(5);
  });

  test('is not written again', async () => {
    const { code, start } = program(one);
    await start();
    const { ino, mtimeMs } = statSync(code);
    await start();
    expect(statSync(code)).toMatchObject({ ino, mtimeMs });
  });

  test('is the user’s alone', async () => {
    const { home, kept, start } = program(one);
    await start();
    expect(readdirSync(kept)).toEqual(['main.cjs.code']);
    const modes = ['.cache/resale/code', join('.cache/resale/code', compiler)].map(
      (path) => statSync(join(home, path)).mode & 0o777,
    );
    expect([...modes, statSync(join(kept, 'main.cjs.code')).mode & 0o777]).toEqual([0o700, 0o700, 0o600]);
  });

  test('does not run once the chunk is another one, even of the same length', async () => {
    const { start, write } = program(one);
    await start();
    write({ 'main.cjs': 'module.exports = 3;' });
    expect(await start()).toBe(3);
  });

  const damages: [string, (code: string) => void][] = [
    ['it is empty', (code) => writeFileSync(code, '')],
    ['half of it was written', (code) => writeFileSync(code, readFileSync(code).subarray(0, 200))],
    ['a byte is another one', (code) => writeFileSync(code, flipped(readFileSync(code)))],
    ['its group may write to it', (code) => chmodSync(code, 0o620)],
  ];
  test.each(damages)('is compiled again and replaced, if %s', async (_, damage) => {
    const { code, start } = program(one);
    await start();
    const whole = readFileSync(code);
    damage(code);
    expect(await start()).toBe(1);
    expect(readFileSync(code)).toHaveLength(whole.length);
    expect(statSync(code).mode & 0o777).toBe(0o600);
  });

  test('replaces a link, and leaves alone what it leads to', async () => {
    const { home, code, start } = program(one);
    await start();
    const other = join(home, 'other');
    writeFileSync(other, 'theirs');
    unlinkSync(code);
    symlinkSync(other, code);
    expect(await start()).toBe(1);
    expect(readFileSync(other, 'utf8')).toBe('theirs');
    expect(statSync(code).isFile()).toBe(true);
  });
});

describe('where code can’t be kept, it is compiled each time', () => {
  test.each<[string, (home: string) => Record<string, string>]>([
    ['by the variable that switches off Node’s own cache', () => ({ NODE_DISABLE_COMPILE_CACHE: '1' })],
    ['without a home', () => ({ HOME: '' })],
    ['in a home that is not there', () => ({ HOME: '/nonexistent' })],
    ['in a relative folder', () => ({ RESALE_CACHE_DIR: 'here' })],
    ['below a file', (home) => ({ RESALE_CACHE_DIR: join(home, 'file/cache') })],
    ['on a disk that takes no files', () => ({ RESALE_CACHE_DIR: '/proc/self' })],
    ['through a link', (home) => ({ RESALE_CACHE_DIR: join(home, 'linked') })],
  ])('%s', async (_, settings) => {
    const { home, start } = program(one);
    writeFileSync(join(home, 'file'), '');
    mkdirSync(join(home, 'linked'));
    symlinkSync(temporaryFolder(), join(home, 'linked/code'));
    for (const _ of [1, 2]) expect(await start(settings(home))).toBe(1);
    expect(readdirSync(home)).toEqual(['file', 'linked']);
    expect(readdirSync(join(home, 'linked/code'))).toEqual([]);
    expect(existsSync('here')).toBe(false);
  });
});
