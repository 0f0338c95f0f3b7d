import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, built, inShell, machine, type Start } from './built.ts';

/** Libraries that take long to load, and a text by which their chunk is known. */
export const heavyLibraries = {
  zod: '$ZodType',
  '@modelcontextprotocol/server': 'notifications/initialized',
  conf: 'clearInvalidConfig',
  '@inquirer/prompts': 'ExitPromptError',
  execa: 'forceKillAfterDelay',
  hono: 'next() called multiple times',
  'proper-lockfile': 'already being held',
  'csv-parse': 'CSV_',
  chalk: 'TF_BUILD',
  'jq-wasm': 'data:application/octet-stream;base64,',
  yaml: 'YAMLParseError',
  'cli-table3': 'colWidths',
} as const;

export const dist = join(dirname(bin), '../dist');
export const textOf = (chunk: string): string => readFileSync(join(dist, chunk), 'utf8');

export const librariesIn = (chunks: readonly string[]): string[] =>
  Object.entries(heavyLibraries)
    .filter(([, mark]) => chunks.some((chunk) => textOf(chunk).includes(mark)))
    .map(([library]) => library);

/** Records what a process requires, but not what the processes require that it starts. */
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

/** The result of a command line, and what it loaded. */
interface Loaded {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
  /** Chunks of dist/, without the entry. */
  chunks: string[];
  modules: string[];
  /** The heavy libraries in these chunks, in the order above. */
  heavy: string[];
}

/** Runs the built tool as a process. */
export const loadedBy = (line: string, how: Start = {}): Promise<Loaded> =>
  recorded((own) => built(line, own), how);

export const loadedByScript = (path: string, how: Start = {}): Promise<Loaded> =>
  recorded((own) => inShell(`node '${path}'`, own), how);

const recorded = async (
  start: (how: Start) => ReturnType<typeof built>,
  { on = machine(), ...how }: Start,
): Promise<Loaded> => {
  const [record, list] = [join(on.home, 'record.cjs'), join(on.home, 'loaded.json')];
  writeFileSync(record, recorder);
  // Where no code is kept, Node itself loads the chunks.
  const env = {
    ...how.env,
    LOADED: list,
    NODE_OPTIONS: `--require "${record}"`,
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const { exitCode, stdout, stderr } = await start({ ...how, on, env });
  const names: string[] = [...new Set<string>(JSON.parse(readFileSync(list, 'utf8')))];
  const chunks = names.filter((name) => /^\.\/[\w-]+\.cjs$/.test(name));
  const modules = names.filter((name) => name.startsWith('node:'));
  return { exitCode, stdout, stderr, chunks, modules, heavy: librariesIn(chunks) };
};
