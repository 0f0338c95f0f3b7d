import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { chunksIn } from '../../src/loader/chunks.ts';
import { keepCode } from '../../src/loader/keep-code.ts';
import { codeFolder } from '../../src/loader/kept-code.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Texts = Readonly<Record<string, string>>;

/** A program in chunks, and the home of its user. */
const program = (chunks: Texts, home = temporaryFolder()) => {
  const folder = temporaryFolder();
  const write = (texts: Texts) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  };
  write(chunks);
  /** A process, in which its chunks are loaded. */
  const process = (env: Texts = {}) =>
    chunksIn(folder, { HOME: home, ...env }, createRequire(join(folder, 'main.cjs')));
  /** What main.cjs exports, at a start that keeps its code. */
  const start = async (env: Texts = {}): Promise<unknown> => {
    const { load, keep } = process(env);
    const exported = load('main.cjs');
    await keep();
    return exported;
  };
  const kept = codeFolder(folder, { HOME: home }) as string;
  return { folder, home, kept, code: join(kept, 'main.cjs.code'), process, start, write };
};

/** With one bit changed in its middle. */
const flipped = (bytes: Buffer): Buffer => {
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  return bytes;
};

const one = { 'main.cjs': 'module.exports = 1;' };
const long = new Date('2026-01-01');
const asRoot = process.getuid?.() === 0;
const nobody = 65534;

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
  const ways: [string, Texts][] = [
    ['with code', {}],
    ['without', { NODE_DISABLE_COMPILE_CACHE: '1' }],
  ];
  test.each(ways)('once each, even in a circle: %s', async (_, env) => {
    const { folder, start } = program(chunks);
    for (const _ of ['compiled', 'from its code']) {
      Object.assign(globalThis, { timesLoaded: 0 });
      const main = (await start(env)) as { said: unknown[]; folder: string; later: () => boolean };
      expect(main.said).toEqual(['other', 1, 'main.cjs', true]);
      expect(main.folder).toBe(folder);
      expect(main.later()).toBe(true);
    }
  });

  test.each(ways)('one that fails is loaded again when it is needed again: %s', (_, env) => {
    const { folder, process, write } = program({ 'main.cjs': "exports.half = 1; throw new Error('no');" });
    const { load } = process(env);
    for (const _ of [1, 2]) expect(() => load('main.cjs')).toThrow('no');
    renameSync(join(folder, 'main.cjs'), join(folder, 'away.cjs'));
    for (const _ of [1, 2]) expect(() => load('main.cjs')).toThrow(join(folder, 'main.cjs'));
    write(one);
    expect(load('main.cjs')).toBe(1);
  });

  test('an error tells the file and line, and of two installations with one home the one that runs', async () => {
    const text = { 'main.cjs': "\n\nexports.fail = () => { throw new Error('no'); };" };
    const first = program(text);
    for (const { folder, start } of [first, program(text, first.home)]) {
      const { fail } = (await start()) as { fail: () => never };
      expect(fail).toThrow(
        expect.objectContaining({ stack: expect.stringContaining(`${join(folder, 'main.cjs')}:3:`) }),
      );
    }
  });
});

describe('code that was kept', () => {
  /** A program that returns 4, with code kept of it that returns 5. */
  const forged = () => {
    const made = program({ 'main.cjs': 'module.exports = 4;' });
    const script = new Script(
      '(function (exports, require, module, __filename, __dirname) { module.exports = 5;\n})',
    );
    keepCode(made.kept, [{ name: 'main.cjs', source: readFileSync(join(made.folder, 'main.cjs')), script }]);
    return made;
  };

  test('runs in place of the chunk', async () => {
    expect(await forged().start()).toBe(5);
  });

  const plants: [string, (folder: string) => void][] = [
    ['others may read it', (folder) => chmodSync(folder, 0o755)],
    [
      'it is a link',
      (folder) => {
        const other = join(temporaryFolder(), 'other');
        renameSync(folder, other);
        symlinkSync(other, folder);
      },
    ],
    ...(asRoot
      ? [
          [
            'it is another user’s',
            (folder) => lchownSync(folder, nobody, nobody),
          ] satisfies (typeof plants)[0],
        ]
      : []),
  ];
  test.each(plants)('is not read in a folder, or below one, if %s', async (_, plant) => {
    for (const up of [(path: string) => path, dirname]) {
      const { kept, start } = forged();
      plant(up(kept));
      expect(await start()).toBe(4);
    }
  });

  test('an empty variable names no other place for it', async () => {
    expect(await forged().start({ RESALE_CACHE_DIR: '', NODE_DISABLE_COMPILE_CACHE: '' })).toBe(5);
  });

  test('is not written again', async () => {
    const { code, start } = program(one);
    await start();
    const { ino, mtimeMs } = statSync(code);
    await start();
    expect(statSync(code)).toMatchObject({ ino, mtimeMs });
  });

  test('is the user’s alone', async () => {
    const { kept, code, start } = program(one);
    await start();
    expect(readdirSync(kept)).toEqual(['main.cjs.code']);
    const modes = [dirname(dirname(kept)), dirname(kept), kept, code].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
  });

  test('does not run once the chunk is another one, even of the same length', async () => {
    const { start, write } = program(one);
    await start();
    write({ 'main.cjs': 'module.exports = 3;' });
    expect(await start()).toBe(3);
  });

  test('of other Nodes and installations is removed where there is too much of it, the oldest first', async () => {
    const { kept, start } = program(one);
    const others = Array.from({ length: 12 }, (_, at) => join(dirname(kept), `other-${at}`));
    for (const [at, path] of others.entries()) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      writeFileSync(join(path, 'main.cjs.code'), '');
      const time = new Date(Date.UTC(2026, 0, 1 + at));
      utimesSync(path, time, time);
    }
    expect(await start()).toBe(1);
    expect(readdirSync(dirname(kept)).sort()).toEqual(
      [kept, ...others.slice(-7)].map((path) => path.slice(dirname(kept).length + 1)).sort(),
    );
  });

  const damages: [string, (code: string) => void][] = [
    ['it is empty', (code) => writeFileSync(code, '')],
    ['half of it was written', (code) => writeFileSync(code, readFileSync(code).subarray(0, 200))],
    ['a bit is another one', (code) => writeFileSync(code, flipped(readFileSync(code)))],
    ['others may read it, as where it came from an archive', (code) => chmodSync(code, 0o644)],
    ['its group may write to it', (code) => chmodSync(code, 0o620)],
    [
      'a folder is in its place',
      (code) => {
        rmSync(code);
        mkdirSync(join(code, 'more'), { recursive: true });
      },
    ],
    ...(asRoot
      ? [['it is another user’s', (code) => lchownSync(code, nobody, nobody)] satisfies (typeof damages)[0]]
      : []),
  ];
  test.each(damages)('is compiled again and replaced, if %s', async (_, damage) => {
    const { code, start } = program(one);
    await start();
    damage(code);
    utimesSync(code, long, long);
    expect(await start()).toBe(1);
    const again = statSync(code);
    expect(again).toMatchObject({ uid: process.getuid?.(), mode: 0o100600 });
    expect(again.mtimeMs).toBeGreaterThan(long.getTime());
    expect(await start()).toBe(1);
    expect(statSync(code)).toMatchObject({ ino: again.ino, mtimeMs: again.mtimeMs });
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

  test('of one chunk is kept where that of another one can’t be', async () => {
    const { kept, process } = program({ ...one, 'other.cjs': 'module.exports = 2;' });
    const { load, keep } = process();
    for (const name of ['main.cjs', 'other.cjs']) load(name);
    const script = new Script('1');
    keepCode(kept, [
      { name: 'no/main.cjs', source: Buffer.from('1'), script },
      { name: 'other.cjs', source: Buffer.from('1'), script },
    ]);
    expect(readdirSync(kept)).toEqual(['other.cjs.code']);
    await keep();
    expect(readdirSync(kept)).toEqual(['main.cjs.code', 'other.cjs.code']);
  });
});

describe('where code can’t be kept, it is compiled each time', () => {
  const places: [string, (home: string) => Texts][] = [
    ['by the variable that switches off Node’s own cache', () => ({ NODE_DISABLE_COMPILE_CACHE: '1' })],
    ['while it is measured which code runs', () => ({ NODE_V8_COVERAGE: '/nonexistent' })],
    ['without a home', () => ({ HOME: '' })],
    ['in a home that is not there', () => ({ HOME: '/nonexistent' })],
    ['in a relative folder', () => ({ RESALE_CACHE_DIR: 'here' })],
    ['below a file', (home) => ({ RESALE_CACHE_DIR: join(home, 'file/cache') })],
    ['on a disk that takes no files', () => ({ RESALE_CACHE_DIR: '/proc/self' })],
    ['through a link', (home) => ({ RESALE_CACHE_DIR: join(home, 'linked') })],
    ['where everybody may write', (home) => ({ RESALE_CACHE_DIR: join(home, 'open/below') })],
    ...(asRoot
      ? [
          [
            'in the home of another user',
            (home) => ({ HOME: join(home, 'theirs') }),
          ] satisfies (typeof places)[0],
          ['through their link', (home) => ({ HOME: join(home, 'led') })] satisfies (typeof places)[0],
        ]
      : []),
  ];
  test.each(places)('%s', async (_, settings) => {
    const { home, start } = program(one);
    writeFileSync(join(home, 'file'), '');
    for (const name of ['linked', 'open', 'theirs', 'led']) mkdirSync(join(home, name));
    chmodSync(join(home, 'open'), 0o777);
    symlinkSync(temporaryFolder(), join(home, 'linked/code'));
    symlinkSync(temporaryFolder(), join(home, 'led/.cache'));
    if (asRoot) for (const name of ['theirs', 'led/.cache']) lchownSync(join(home, name), nobody, nobody);
    for (const _ of [1, 2]) expect(await start(settings(home))).toBe(1);
    expect(readdirSync(home, { recursive: true }).sort()).toEqual(
      ['file', 'led', 'led/.cache', 'linked', 'linked/code', 'open', 'theirs'].sort(),
    );
    expect(readdirSync(join(home, 'linked/code'))).toEqual([]);
    expect(existsSync('here')).toBe(false);
  });
});
