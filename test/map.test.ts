import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Who may import whom: this table is the map of the architecture. A room is a folder of src/, or a file that stands
 * beside them. Each may import itself and what stands behind it here, types included, and nothing else of ours.
 */
const map: Readonly<Record<string, string>> = {
  // The program, and the way of a command line from argv to the exit code.
  main: 'cli run terminal',
  run: 'cli commands/tree docs failure terminal',
  commands:
    'bulk changes cli client conversation disk docs doctor failure feed flags network profiles sandbox service terminal words',
  docs: 'changes cli bulk failure flags profiles sandbox service terminal words',
  conversation: 'changes cli client failure flags network profiles service terminal words',
  cli: 'bulk changes client disk failure feed flags jq network profiles sandbox service terminal words',

  // What is done.
  doctor: 'client failure feed network profiles terminal words',
  bulk: 'changes client disk failure service words',
  changes: 'client failure flags service words',
  feed: 'client disk failure network service words',
  client: 'failure network service',
  profiles: 'disk failure network service words',
  sandbox: 'failure service',
  network: 'failure',

  // What stands by itself.
  terminal: 'disk failure words',
  flags: 'service words',
  service: 'failure',
  jq: 'failure',
  disk: 'failure',
  failure: '',
  words: '',
};

/** Which package is used in which rooms. A package that is not named here is not used at all. */
const packages: Readonly<Record<string, string>> = {
  '@hono/node-server': 'sandbox',
  '@inquirer/prompts': 'terminal',
  '@napi-rs/keyring': 'profiles',
  atomically: 'sandbox feed bulk conversation',
  chalk: 'terminal',
  commander: 'cli docs',
  conf: 'profiles',
  'csv-parse': 'bulk',
  'csv-stringify': 'terminal bulk',
  execa: 'cli commands profiles',
  hono: 'sandbox',
  'jq-wasm': 'jq',
  'lossless-json': 'client terminal profiles feed bulk',
  'proper-lockfile': 'profiles feed bulk',
  'string-width': 'terminal',
  undici: 'network client feed',
  yaml: 'terminal',
  zod: 'service client profiles conversation sandbox bulk feed changes',
};

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Every file of src/ by its path there, with what it says. */
const files = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(source, path), 'utf8')]),
);

/** `commands/listings/get.ts` → `commands`, `run.ts` → `run` */
const roomOf = (path: string): string => path.split('/')[0]?.replace(/\.ts$/, '') ?? '';

interface Import {
  from: string;
  to: string;
}

const imports: readonly Import[] = [...files].flatMap(([from, text]) =>
  [...text.matchAll(/(?:^(?:import|export)\s(?:[^'`;]*\sfrom\s)?|\bimport\()'([^'\n]+)'/gm)].map(
    ([, to = '']) => ({ from, to }),
  ),
);

const ofOurs = imports
  .filter(({ to }) => to.startsWith('.') && !to.endsWith('/package.json'))
  .map(({ from, to }) => ({
    from,
    to: relative(source, join(source, dirname(from), to)).replaceAll('\\', '/'),
  }));

/** The name of the package that an import names; undefined for what is ours or Node's. */
const packageOf = (to: string): string | undefined =>
  /^(?:\.|node:)/.test(to) ? undefined : /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0];

const isAllowed = ({ from, to }: Import): boolean => {
  const room = roomOf(from);
  const allowed = (map[room] ?? '').split(' ');
  return (
    room === roomOf(to) ||
    allowed.includes(roomOf(to)) ||
    allowed.includes(to.replace(/\.ts$/, '')) ||
    (allowed.includes('*/errors') && to.endsWith('/errors.ts'))
  );
};

const shown = ({ from, to }: Import): string => `${from} → ${to}`;

describe('the map', () => {
  test('has every room on it, and none that is not there', () => {
    expect(Object.keys(map).sort()).toEqual([...new Set([...files.keys()].map(roomOf))].sort());
  });

  test('is kept by every import', () => {
    expect(ofOurs.length).toBeGreaterThan(100);
    expect(ofOurs.filter((one) => !isAllowed(one)).map(shown)).toEqual([]);
  });

  test('leads to files that are there', () => {
    expect(ofOurs.filter(({ to }) => !files.has(to)).map(shown)).toEqual([]);
  });

  test('keeps each package in its rooms', () => {
    const astray = imports.filter(({ from, to }) => {
      const name = packageOf(to);
      return name !== undefined && !packages[name]?.split(' ').includes(roomOf(from));
    });
    expect(astray.map(shown)).toEqual([]);
  });

  test('keeps kinds of error light: whoever explains an error loads nothing but them', () => {
    const heavy = imports.filter(
      ({ from, to }) => from.endsWith('/errors.ts') && packageOf(to) !== undefined,
    );
    expect(heavy.map(shown)).toEqual([]);
  });
});

/** Files that say something which only the named ones may say. */
const saying = (pattern: RegExp, except: readonly string[] = []): string[] =>
  [...files].filter(([path, text]) => pattern.test(text) && !except.includes(path)).map(([path]) => path);

describe('in no file of src/', () => {
  test('is a default export', () => {
    expect(saying(/\bexport default\b|\bas default\b/)).toEqual([]);
  });

  test('is the process met, but where the real streams are', () => {
    // Facts of the machine may be asked; what a test has to be able to hand in may not.
    const met = /\bconsole\.\w|\bprocess\.(?!platform\b|pid\b|getuid\b|kill\b)\w/;
    expect(saying(met, ['terminal/io.ts'])).toEqual([]);
  });

  test('is URL.canParse called, which Node 20 and 22 compile wrongly', () => {
    expect(saying(/\bcanParse\(/)).toEqual([]);
  });

  test('is anything left open', () => {
    expect(saying(/\b(?:TODO|FIXME|XXX)\b/)).toEqual([]);
  });
});

test('no test is left out', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) =>
      /\b(?:test|it|describe)\.(?:only|skip|todo|fails)\b/.test(readFileSync(join(folder, path), 'utf8')),
    );
  expect(left).toEqual([]);
});
