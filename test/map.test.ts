import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parts } from '../build/undici-in-parts.ts';

/**
 * Who may import whom: this table is the map of the architecture. A room is a folder of src/, or a file that stands
 * beside them. Each may import itself and what stands behind it here, types included, and nothing else of ours.
 */
const map: Readonly<Record<string, string>> = {
  // The way of a command line, from argv to the exit code.
  main: 'compiled run terminal',
  compiled: 'disk profiles/paths terminal/io',
  run: 'cli commands report terminal',
  cli: 'program execute help docs commands nearest terminal version',
  program: 'commands',
  execute: 'commands client terminal destination',
  destination: 'commands jq terminal',
  help: 'commands terminal',
  report: 'failure failures sources terminal',
  version: '',

  // What is told of the finished tree: help topics, the man page, completions, the reference.
  docs: 'program commands failures bulk profiles sandbox service terminal version',

  // What any error means. Of the rooms it sees their kinds of error alone.
  failure: 'failures */errors terminal/io',
  failures: '*/errors profiles/base-url terminal/io nearest',

  // What a person can say, and what is done then.
  commands:
    'service client disk inventory bulk feed network doctor profiles drafts sandbox terminal version nearest',
  bulk: 'inventory client disk service nearest',
  inventory: 'client service',
  feed: 'client disk network service url',
  client: 'network service url',
  network: 'profiles/base-url url',

  // Looks at each thing the others need, and tells what is wrong in the words of the errors.
  doctor: 'failure client network feed bulk profiles terminal version',

  // What stands by itself.
  profiles: 'disk service nearest url',
  drafts: 'profiles',
  sandbox: 'service',
  service: '',
  terminal: 'disk nearest',
  disk: '',
  jq: '',
  nearest: '',
  sources: '',
  url: '',
};

/** Which package is used in which rooms. A package that is not named here is not used at all. */
const packages: Readonly<Record<string, string>> = {
  '@hono/node-server': 'sandbox',
  '@inquirer/prompts': 'terminal',
  '@napi-rs/keyring': 'profiles',
  atomically: 'sandbox feed bulk drafts',
  chalk: 'terminal',
  commander: 'cli help docs',
  conf: 'profiles',
  'csv-parse': 'bulk',
  'csv-stringify': 'terminal bulk',
  execa: 'commands profiles',
  hono: 'sandbox',
  'jq-wasm': 'jq',
  'lossless-json': 'client terminal profiles feed bulk',
  'proper-lockfile': 'profiles feed bulk',
  'string-width': 'terminal',
  undici: 'network client feed',
  yaml: 'terminal',
  zod: 'service client profiles drafts sandbox bulk feed',
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

  test('takes each part of undici that is used into the bundle, and no other', () => {
    const used = [...files.values()].flatMap((text) =>
      [...text.matchAll(/^import (\{[^}]+\}) from 'undici';/gm)].flatMap(([, names = '']) =>
        [...names.matchAll(/(?<!type )\b([A-Za-z]+)\b(?=[,\s}])/g)].map(([, name]) => name),
      ),
    );
    expect(Object.keys(parts).sort()).toEqual([...new Set(used)].filter((name) => name !== 'type').sort());
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
