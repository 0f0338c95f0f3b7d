import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, built, machine } from '../support/built.ts';

/** What takes long to load, and a text by which its chunk is known. */
const heavy = {
  undici: 'UND_ERR_CONNECT_TIMEOUT',
  zod: '$ZodType',
  conf: 'strictTypes',
  '@inquirer/prompts': 'ExitPromptError',
  execa: 'forceKillAfterDelay',
  hono: 'next() called multiple times',
  'proper-lockfile': 'ELOCKED',
  'csv-parse': 'CSV_',
  'lossless-json': 'LosslessNumber',
  'jq-wasm': 'data:application/octet-stream;base64,',
  yaml: 'YAMLParseError',
} as const;

/** What of Node itself takes long to load. */
const slow =
  /^node:(?:net|tls|https?|http2|dns|zlib|child_process|worker_threads|readline|tty|inspector|test)\b/;

const dist = join(dirname(bin), '../dist');
const textOf = (chunk: string): string => readFileSync(join(dist, chunk), 'utf8');

/** The heavy libraries in some chunks. */
const heavyIn = (chunks: readonly string[]): string[] =>
  Object.entries(heavy)
    .filter(([, mark]) => chunks.some((chunk) => textOf(chunk).includes(mark)))
    .map(([library]) => library);

/** Writes down everything that a process requires, by the names it uses. */
const recorder = `
const { writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const load = Module._load;
const loaded = [];
Module._load = function (request, ...rest) {
  loaded.push(request);
  return load.call(this, request, ...rest);
};
process.on('exit', () => writeFileSync(process.env.LOADED, JSON.stringify(loaded)));
`;

/** The chunks of dist/ and the modules of Node that a command line loads. */
const loadedBy = async (line: string): Promise<{ chunks: string[]; modules: string[] }> => {
  const on = machine();
  const [record, list] = [join(on.home, 'record.cjs'), join(on.home, 'loaded.json')];
  writeFileSync(record, recorder);
  const env = { LOADED: list, NODE_OPTIONS: `--require ${record}` };
  expect(await built(line, { on, env })).toMatchObject({ exitCode: 0, stderr: '' });
  const loaded: string[] = JSON.parse(readFileSync(list, 'utf8'));
  return {
    chunks: loaded.filter((name) => name.startsWith('./')),
    modules: loaded.filter((name) => name.startsWith('node:')),
  };
};

test('each heavy library is in the bundle, and known by its mark', () => {
  const chunks = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
  expect(heavyIn(chunks)).toEqual(Object.keys(heavy));
});

describe('what is loaded', () => {
  test('for --version: nothing of the tool', async () => {
    const { chunks, modules } = await loadedBy('--version');
    expect(chunks).toEqual([]);
    expect(modules).toEqual(['node:fs']);
  });

  test.each([
    '--help',
    'help',
    'listings --help',
    'listings get --help',
    'listings create --help',
    'listings list --jq . --fields id -o yaml --help',
    'inventory set --help',
    'feed fetch --help',
    'profiles add --help',
    'sandbox start --help',
    'sandbox exec --help',
    'api --help',
    'help exit-codes',
    'help environment',
  ])('for %s: no heavy library, and nothing of the network', async (line) => {
    const { chunks, modules } = await loadedBy(line);
    expect(chunks).toContain('./cli.cjs');
    expect(heavyIn(chunks)).toEqual([]);
    expect(modules.filter((name) => slow.test(name))).toEqual([]);
  });

  test.each(['help --json', 'completion bash'])('for %s: what can print, and nothing more', async (line) => {
    const { chunks, modules } = await loadedBy(line);
    const printing = ['csv-parse', 'lossless-json', 'node:tty'];
    expect(heavyIn(chunks).filter((library) => !printing.includes(library))).toEqual([]);
    expect(modules.filter((name) => slow.test(name) && !printing.includes(name))).toEqual([]);
  });

  test.each(['profile', 'run'])('where Tab asks for each %s: no commander, either', async (kind) => {
    const { chunks, modules } = await loadedBy(`__complete ${kind}`);
    expect(chunks).not.toContain('./cli.cjs');
    expect(heavyIn(chunks)).toEqual([]);
    expect(modules.filter((name) => slow.test(name))).toEqual([]);
  });
});
