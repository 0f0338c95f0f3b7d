import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, built, inShell, machine, type Start } from './built.ts';
import { words } from './resale.ts';

/** Libraries that take long to load, and a text by which their chunk is known. */
export const heavyLibraries = {
  commander: 'commander.helpDisplayed',
  undici: 'UND_ERR_CONNECT_TIMEOUT',
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
const textOf = (chunk: string): string => readFileSync(join(dist, chunk), 'utf8');

export const librariesIn = (chunks: readonly string[]): string[] =>
  Object.entries(heavyLibraries)
    .filter(([, mark]) => chunks.some((chunk) => textOf(chunk).includes(mark)))
    .map(([library]) => library);

const chunksIn = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name) => /^\.\/[\w-]+\.cjs$/.test(name))),
];

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

/** Lines that are run one after the other, and the home in which. */
interface Group {
  lines: readonly string[];
  home: string;
}

/** Runs groups of lines in one process: each group meets a tool of which nothing is loaded. */
export const loadedByEach = async (
  groups: readonly Group[],
  { on = machine(), ...how }: Start = {},
): Promise<Pick<Loaded, 'exitCode' | 'chunks' | 'heavy'>[]> => {
  const [script, list] = [join(on.home, 'each.cjs'), join(on.home, 'loaded.json')];
  const typed = groups.map(({ lines, home }) => ({ argvs: lines.map(words), home }));
  writeFileSync(
    script,
    `const { Module } = require('node:module');
    process.setMaxListeners(0);
    let loaded = [];
    const load = Module._load;
    Module._load = function (request, ...rest) {
      loaded.push(request);
      return load.call(this, request, ...rest);
    };
    (async () => {
      const told = [];
      for (const { argvs, home } of ${JSON.stringify(typed)}) {
        for (const path of Object.keys(require.cache)) if (path !== __filename) delete require.cache[path];
        process.env.HOME = home;
        process.chdir(home);
        loaded = [];
        const { processIo, run } = require(${JSON.stringify(join(dist, 'main.cjs'))});
        const io = processIo(${JSON.stringify(bin)});
        let exitCode = 0;
        for (const argv of argvs) exitCode ||= await run(argv, io);
        told.push({ exitCode, loaded });
      }
      require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(told));
    })();`,
  );
  const { exitCode, stderr } = await inShell(`node '${script}'`, { ...how, on });
  if (exitCode !== 0) throw new Error(stderr);
  const told = JSON.parse(readFileSync(list, 'utf8')) as { exitCode: number; loaded: string[] }[];
  return told.map(({ exitCode, loaded }) => {
    const chunks = chunksIn(loaded);
    return { exitCode, chunks, heavy: librariesIn(chunks) };
  });
};

export const loadedByScript = (path: string, how: Start = {}): Promise<Loaded> =>
  recorded((own) => inShell(`node '${path}'`, own), how);

const recorded = async (
  start: (how: Start) => ReturnType<typeof built>,
  { on = machine(), ...how }: Start,
): Promise<Loaded> => {
  const [record, list] = [join(on.home, 'record.cjs'), join(on.home, 'loaded.json')];
  writeFileSync(record, recorder);
  const env = { ...how.env, LOADED: list, NODE_OPTIONS: `--require "${record}"` };
  const { exitCode, stdout, stderr } = await start({ ...how, on, env });
  const names: string[] = [...new Set<string>(JSON.parse(readFileSync(list, 'utf8')))];
  const chunks = chunksIn(names);
  const modules = names.filter((name) => name.startsWith('node:'));
  return { exitCode, stdout, stderr, chunks, modules, heavy: librariesIn(chunks) };
};
