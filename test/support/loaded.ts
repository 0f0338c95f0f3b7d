import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, built, machine, type Start } from './built.ts';

/** Libraries that take long to load, and a text by which their chunk is known. */
export const heavyLibraries = {
  commander: 'commander.helpDisplayed',
  undici: 'UND_ERR_CONNECT_TIMEOUT',
  zod: '$ZodType',
  conf: 'strictTypes',
  '@inquirer/prompts': 'ExitPromptError',
  execa: 'forceKillAfterDelay',
  hono: 'next() called multiple times',
  'proper-lockfile': 'ELOCKED',
  'csv-parse': 'CSV_',
  chalk: 'TF_BUILD',
  'jq-wasm': 'data:application/octet-stream;base64,',
  yaml: 'YAMLParseError',
} as const;

export const dist = join(dirname(bin), '../dist');
const textOf = (chunk: string): string => readFileSync(join(dist, chunk), 'utf8');

/** The heavy libraries in some chunks. */
export const librariesIn = (chunks: readonly string[]): string[] =>
  Object.entries(heavyLibraries)
    .filter(([, mark]) => chunks.some((chunk) => textOf(chunk).includes(mark)))
    .map(([library]) => library);

/** Writes down everything that a process requires, by the names it uses; not what processes require that it starts. */
const recorder = `
const { writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const list = process.env.LOADED;
delete process.env.LOADED;
delete process.env.NODE_OPTIONS;
const load = Module._load;
const loaded = [];
Module._load = function (request, ...rest) {
  loaded.push(request);
  return load.call(this, request, ...rest);
};
process.on('exit', () => writeFileSync(list, JSON.stringify(loaded)));
`;

/** What came of a command line, and what of the tool and of Node it loaded. */
export interface Loaded {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  /** Chunks of dist/, without the entry. */
  chunks: string[];
  /** Modules of Node, all of them. */
  modules: string[];
  /** The heavy libraries in these chunks, in the order above. */
  heavy: string[];
}

/** Runs the built tool as a process of its own, and tells what it loaded. */
export const loadedBy = async (line: string, how: Start = {}): Promise<Loaded> => {
  const { on = machine(), env } = how;
  const [record, list] = [join(on.home, 'record.cjs'), join(on.home, 'loaded.json')];
  writeFileSync(record, recorder);
  const { exitCode, stdout, stderr } = await built(line, {
    ...how,
    on,
    env: { ...env, LOADED: list, NODE_OPTIONS: `--require ${record}` },
  });
  const names: string[] = [...new Set<string>(JSON.parse(readFileSync(list, 'utf8')))];
  const chunks = names.filter((name) => name.startsWith('./'));
  const modules = names.filter((name) => name.startsWith('node:'));
  return { exitCode, stdout, stderr, chunks, modules, heavy: librariesIn(chunks) };
};
