import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Break } from './breaks.ts';

/** What stands in a line, and what stands there instead. */
const mutations: readonly (readonly [RegExp, string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[ (])!(?=[\w(])/g, ''],
  [/\bif \(/g, 'if (false && '],
  [/\bif \(/g, 'if (true || '],
  [/(?<![\w.'])[1-9]\d*(?![\w.'])/g, '$&0'],
  [/(?<![\w.'])\d+(?![\w.'])/g, '($& + 1)'],
  // A statement of one line is left out.
  [/^ +(await |void )?[\w.#?[\]]+(\(.*\)| [-+|?&]*= .*);$/g, ''],
  [/(?<=^ +(if \(.*\) )?)throw .*;$/g, ';'],
];

/** Lines that do nothing when the tool runs. */
const isIdle = /^\s*(import |export (type|interface) |type |interface |\/?\*|\/\/|\} from )/;

/** Files that the tests of this process don't run as they stand: they run in browsers and threads, or draw the sandbox's page. */
const isElsewhere = /-script\.ts$|worker\.ts$|\/assembly\/|\/sandbox\/page\//;

/** How many test files look for a mutation before all transcripts do. */
export const mostNear = 8;

/** So many mutations of random lines, each with the tests that are nearest to its file. The same seed makes the same ones. */
export const randomBreaks = (count: number, seed: number): Break[] => {
  const random = randomFrom(seed);
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const sources = filesIn('src').filter((file) => !isElsewhere.test(file));
  const near = nearness(sources, filesIn('test'));
  const transcripts = filesIn('test').filter((file) => file.endsWith('.txt'));
  // Every line is as likely as any other.
  const lines = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, at) => (isIdle.test(text) ? [] : [{ file, at, text }])),
  );
  const breaks: Break[] = [];
  while (breaks.length < count) {
    const { file, at, text } = one(lines);
    const [form, becomes] = one(mutations);
    const [match] = [...text.matchAll(form)].sort(() => random() - 0.5);
    if (match === undefined) continue;
    const { index, 0: found } = match;
    const changed =
      text.slice(0, index) + becomes.replace('$&', () => found) + text.slice(index + found.length);
    const name = `${file}:${at + 1}\n${' '.repeat(17)}- ${text.trim()}\n${' '.repeat(17)}+ ${changed.trim()}`;
    const broken = () => ({
      file,
      text: readFileSync(file, 'utf8').split('\n').with(at, changed).join('\n'),
    });
    const tests = [...new Set([...near(file).slice(0, mostNear), ...transcripts])];
    breaks.push({ name, tests, broken });
  }
  return breaks;
};

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') || /^transcripts\/.*\.txt$/.test(name))
    .map((name) => join(folder, name))
    .sort();

/**
 * Finds the tests that are nearest to a source file: those that import it, bear its name or that of its command, then those of
 * the files that import it, and so on.
 */
const nearness = (sources: readonly string[], all: readonly string[]) => {
  const importers = new Map<string, string[]>();
  for (const file of [...sources, ...all])
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const path = join(dirname(file), to);
      importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  const isTest = (file: string) =>
    /\.test\.ts$|\.txt$/.test(file) && !/^test\/(process|stories|faults|fuzz|torture)\//.test(file);
  const tests = all.filter(isTest);
  const named = (file: string): string[] => {
    const [, path = ''] = /^src\/(.*)\.ts$/.exec(file) ?? [];
    const [room, ...rest] = path.split('/');
    const starts =
      room === 'commands'
        ? [`test/commands/${rest.join('-')}`, `test/transcripts/${rest.join('-')}`]
        : [`test/${path}.`];
    return tests.filter((test) => starts.some((start) => test.startsWith(start)));
  };
  return (source: string): string[] => {
    const found = new Set<string>();
    const reached = new Set([source]);
    // A set that grows while it is gone through.
    for (const file of reached) {
      const by = importers.get(file) ?? [];
      for (const test of [...named(file), ...by.filter(isTest)]) found.add(test);
      for (const importer of by) if (importer.startsWith('src/')) reached.add(importer);
    }
    const [, room = ''] = source.split('/');
    const beside = tests.filter((test) => test.startsWith(`test/${room}/`));
    return [...new Set([...[...found].slice(0, mostNear / 2), ...beside.slice(0, 3), ...found])];
  };
};
