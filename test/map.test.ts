import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tree } from '../src/commands/tree.ts';

/**
 * Who may import whom: this table is the map of the architecture. A room is a folder of src/, or a file that stands
 * beside them. Each may import itself and what stands behind it here, types included, and nothing else of ours.
 */
const map: Readonly<Record<string, string>> = {
  // The program, and what it consists of for its users.
  main: 'run terminal',
  loader: 'profiles/directories terminal/io files',
  run: 'commands/tree commands/completion/candidates help line terminal',
  commands:
    'doctor mcp asking reports runs names line changes feed http profiles sandbox terminal service files json failure words',
  doctor: 'runs line http profiles terminal service files json failure words',
  mcp: 'line changes terminal service files failure words',
  asking: 'line changes terminal service failure words',
  help: 'runs line changes profiles sandbox terminal service json failure words',
  reports: 'runs line changes feed terminal html service words',
  library: 'changes feed http profiles sandbox terminal service json failure clock',

  // What is done.
  runs: 'names line changes http profiles terminal sheets service files json failure words clock',
  names: 'line changes http service failure words clock',
  line: 'changes feed http profiles terminal service jq files json failure words',
  changes: 'http service failure words clock',
  feed: 'http service files json failure words clock',
  http: 'service files json failure words clock',
  profiles: 'sandbox/sandbox-options http service files json failure words clock',
  sandbox: 'html service files json failure words',

  // What stands by itself.
  terminal: 'sheets files json failure words clock',
  sheets: 'files failure words',
  service: 'failure words json',
  html: '',
  jq: 'failure',
  files: 'failure words',
  json: '',
  failure: 'words',
  words: '',
  clock: '',
};

/** Which package is used in which rooms. A package that is not named here is not used at all. */
const packages: Readonly<Record<string, string>> = {
  '@hono/node-server': 'sandbox',
  '@inquirer/prompts': 'terminal',
  '@modelcontextprotocol/server': 'mcp',
  '@napi-rs/keyring': 'profiles',
  chalk: 'terminal',
  'cli-table3': 'terminal',
  conf: 'profiles',
  'csv-parse': 'runs',
  'csv-stringify': 'terminal',
  execa: 'commands profiles',
  hono: 'sandbox html',
  'jq-wasm': 'jq',
  'lossless-json': 'runs names profiles terminal json',
  'proper-lockfile': 'runs profiles',
  saxes: 'sheets',
  'string-width': 'terminal',
  yaml: 'terminal',
  yauzl: 'sheets',
  yazl: 'sheets',
  zod: 'mcp library runs http profiles sandbox service',
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

/** The folder inside a room, or the file that stands beside such folders: `runs/plan/totals.ts` → `runs/plan`. */
const innerRoomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

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
  .filter(({ to }) => to.startsWith('.') && !to.endsWith('.json'))
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
  return room === roomOf(to) || allowed.includes(roomOf(to)) || allowed.includes(to.replace(/\.ts$/, ''));
};

/** A way that leads back to where it began: `a.ts → b.ts → a.ts`; undefined where there is none. */
const circleIn = (arrows: readonly Import[]): string | undefined => {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const circleFrom = (way: readonly string[], next: string): string | undefined => {
    if (way.includes(next)) return [...way.slice(way.indexOf(next)), next].join(' → ');
    if (done.has(next)) return undefined;
    for (const target of targets.get(next) ?? []) {
      const circle = circleFrom([...way, next], target);
      if (circle !== undefined) return circle;
    }
    done.add(next);
    return undefined;
  };
  for (const from of targets.keys()) {
    const circle = circleFrom([], from);
    if (circle !== undefined) return circle;
  }
  return undefined;
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

  test('has no arrow that nobody follows', () => {
    const followed = new Set(ofOurs.flatMap(({ from, to }) => [`${roomOf(from)} ${roomOf(to)}`]));
    const unused = Object.entries(map).flatMap(([room, allowed]) =>
      allowed
        .split(' ')
        .filter((to) => to !== '' && !followed.has(`${room} ${roomOf(to)}`))
        .map((to) => `${room} → ${to}`),
    );
    expect(unused).toEqual([]);
  });

  test('leads round in no circle, neither from file to file nor from room to room', () => {
    expect(circleIn(ofOurs)).toBeUndefined();
    for (const roomOfFile of [roomOf, innerRoomOf]) {
      const rooms = ofOurs.map(({ from, to }) => ({ from: roomOfFile(from), to: roomOfFile(to) }));
      expect(circleIn(rooms.filter(({ from, to }) => from !== to))).toBeUndefined();
    }
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

  test('keeps error classes light: explaining an error loads nothing but them', () => {
    const heavy = imports.filter(({ from, to }) => /-errors?\.ts$/.test(from) && packageOf(to) !== undefined);
    expect(heavy.map(shown)).toEqual([]);
  });
});

/** Where the ways begin that docs/architecture.md follows. */
const ways: Readonly<Record<string, readonly string[]>> = {
  'One value, from argv to the exit code': ['run.ts', 'commands/inventory/set.ts'],
  'From a call to its answer': ['http/client.ts'],
  'Many rows': ['inventory/set', 'runs/resume', 'runs/resolve'].map((name) => `commands/${name}.ts`),
  "From the feed's link to its products": ['commands/feed/fetch.ts', 'commands/feed/stats.ts'],
};

/** The files that imports lead to; from the tree they would lead to every command. */
const reachedFrom = (starts: readonly string[]): Set<string> => {
  const reached = new Set(starts);
  for (const file of reached)
    if (file !== 'commands/tree.ts') for (const { from, to } of ofOurs) if (from === file) reached.add(to);
  return reached;
};

describe('docs/architecture.md', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  // A name that stands alone is that of a file in the room that the page is about.
  const isAmong = (all: Iterable<string>, name: string) =>
    [...all].some((file) => file === name || file.endsWith(`/${name}`));

  test.each(Object.entries(ways))('names only files on the way: %s', (section, starts) => {
    const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
    const named = [...text.matchAll(/[\w/-]+\.ts\b/g)].map(([name]) => name.replace(/^src\//, ''));
    const reached = reachedFrom(starts);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !isAmong(reached, name))).toEqual([]);
  });

  test('names only files that are there, as do the decisions', () => {
    const decisions = readdirSync('docs/decisions').map((name) =>
      readFileSync(`docs/decisions/${name}`, 'utf8'),
    );
    const all = ['src', 'test', 'build', 'bin'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    );
    const named = [...[page, ...decisions].join('\n').matchAll(/`([a-z/-]+\.(?:ts|js))`/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !isAmong(all, name))).toEqual([]);
  });
});

/** The scripts of three shells are one command in three forms. */
const scripts = ['bash', 'zsh', 'fish'].map((shell) => `commands/completion/${shell}.ts`);

/** `commands/runs/undo.ts`: the words of a command lead to its file. */
const commandFiles = tree.flatMap(({ name, ...noun }) =>
  'children' in noun
    ? noun.children
        .map((verb) => `commands/${name}/${verb.name}.ts`)
        .filter((path) => !scripts.includes(path))
    : [`commands/${name}/${name}.ts`, `commands/${name}.ts`].filter((path) => files.has(path)),
);

test('a command is the only thing that its file exports, under its verb', () => {
  const others = commandFiles.flatMap((path) => {
    const [, verb] = /([a-z]+)\.ts$/.exec(path) ?? [];
    const exported = [
      ...(files.get(path) ?? '').matchAll(/^export (?:\w+ (\w+)|\{ (?:\w+ as )?(\w+) \})/gm),
    ].map(([, declared, named]) => declared ?? named);
    return exported.length === 1 && exported[0] === verb ? [] : [`${path}: ${exported.join(', ')}`];
  });
  expect(commandFiles.length).toBeGreaterThan(30);
  expect(others).toEqual([]);
});

test('a name of a file is said once, but for the verbs of several nouns', () => {
  const names = [...files.keys()]
    .filter((path) => !commandFiles.includes(path))
    .map((path) => path.split('/').at(-1));
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});

/** What a help screen says of a command, which test/help/lines.test.ts types: its examples, and what comes next. */
const inHelp = /\b(?:details|line|next):\s*(?:'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`\n]*`)/g;

/** The file that makes all lines, lines that are examples all the same, and the name of a file's format. */
const noMessages = ['words/resale-line.ts', 'commands/completion/script.ts', 'sandbox/state/state-file.ts'];

test('no message writes a line to type by hand', () => {
  const commandWords = [...tree.map(({ name }) => name), 'help', '--?\\w'].join('|');
  const byHand = new RegExp(`['"\`>( ]resale (?:${commandWords})\\b`);
  const lines = [...files]
    .filter(([path]) => !/^help\/(?!help-screen)/.test(path) && !noMessages.includes(path))
    .flatMap(([path, text]) =>
      (path.startsWith('commands/') ? text.replace(inHelp, '') : text)
        .split('\n')
        .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && byHand.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(lines).toEqual([]);
});

/**
 * Every name that a file of src/ exports; of commands, of which several have the same verb, none; and none of the library, which
 * says to its users in plain types what the rooms say to each other.
 */
const exported = [...files]
  .filter(([path]) => !commandFiles.includes(path) && !path.startsWith('library/'))
  .flatMap(([, text]) =>
    [...text.matchAll(/^export (?:async )?(?:const|class|interface|type|function\*?) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );

test('an exported name means one thing', () => {
  const twice = exported.filter((name, index) => exported.indexOf(name) < index);
  expect(twice).toEqual([]);
});

test('an exported name is used in another file', () => {
  const folders = ['../test', '../bin', '../build'].map((folder) => join(source, folder));
  const outside = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.[tj]s$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const inFiles = [...files.values(), ...outside].map((text) => new Set(text.match(/\w+/g)));
  const unused = exported.filter((name) => inFiles.filter((words) => words.has(name)).length < 2);
  expect(unused).toEqual([]);
});

/** Files that say something which only the named ones may say. */
const saying = (pattern: RegExp, except: readonly string[] = []): string[] =>
  [...files].filter(([path, text]) => pattern.test(text) && !except.includes(path)).map(([path]) => path);

describe('in no file of src/', () => {
  test('is a default export', () => {
    expect(saying(/\bexport default\b|\bas default\b/)).toEqual([]);
  });

  test('is the process used, except where the real streams are', () => {
    // Facts of the machine may be asked; what a test has to be able to hand in may not.
    const met = /\bconsole\.\w|\bprocess\.(?!platform\b|pid\b|getuid\b|getgid\b|kill\b|hrtime\b)\w/;
    expect(saying(met, ['terminal/process-io.ts', 'library/own-connection.ts'])).toEqual([]);
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
