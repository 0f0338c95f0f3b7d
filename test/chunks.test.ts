import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dist, heavyLibraries, librariesIn, textOf } from './support/loaded.ts';

const chunks = readdirSync(dist).filter((name) => name.endsWith('.cjs'));

/** What each chunk requires at once, and what only when it is needed, which is an `import()` in its source. */
const requires = new Map(
  chunks.map((name) => {
    const [atOnce, later] = [new Set<string>(), new Set<string>()];
    for (const line of textOf(name).split('\n'))
      for (const [, to = ''] of line.matchAll(/require\("\.\/([\w-]+\.cjs)"\)/g))
        (/^(?:const \w+ = )?require\(/.test(line) ? atOnce : later).add(to);
    return [name, { atOnce, later }] as const;
  }),
);

/** Chunks with all that they bring at once. */
const broughtBy = (...names: string[]): string[] => {
  const all = new Set(names.map((name) => `${name}.cjs`));
  for (const name of all) for (const to of requires.get(name)?.atOnce ?? []) all.add(to);
  return [...all];
};

const libraries = new Map(chunks.map((name) => [name, librariesIn([name])]));
const librariesBy = (name: string) => new Set(broughtBy(name).flatMap((chunk) => libraries.get(chunk) ?? []));

const names = (later: Iterable<string>) => [...new Set(later)].map((name) => name.replace('.cjs', '')).sort();
const imported = names([...requires.values()].flatMap(({ later }) => [...later]));

test('a start loads no library, nor does what it goes on with, which is a command or a screen', () => {
  expect([...librariesBy('main')]).toEqual([]);
  const next = names(requires.get('main.cjs')?.later ?? []);
  expect(next.length).toBeGreaterThan(40);
  const heavier = next.filter((name) => librariesBy(name).size > 0);
  // The topics about the sandbox name what it can do.
  expect(heavier).toEqual(['sandbox']);
});

test('a call opens a dozen chunks, not one for each module', () => {
  const call = broughtBy('main', 'help', 'get', 'run', 'profiles', 'service', 'client');
  expect(call.length).toBeLessThanOrEqual(14);
});

const questions = 'init-questions listing-questions profile-questions shipment-questions show-answers';

/** Which chunks bring a library once something needs them. A new one is to be added here. */
test.each([
  ['@modelcontextprotocol/server', 'serve-tools'],
  ['conf', 'settings-files'],
  ['execa', 'execa'],
  ['hono', 'page sandbox serve-sandbox'],
  ['proper-lockfile', 'proper-lockfile'],
  ['csv-parse', 'from-file named-run resume-run sheet-file undo-run write-csv'],
  ['yaml', 'write-yaml'],
  ['@inquirer/prompts', `ask-text ask-whether ask-which ${questions}`],
  ['chalk', `drawing short-plan watch-loop ${questions}`],
  ['cli-table3', `bars findings-screen short-plan table ${questions}`],
])('%s is loaded only where it is needed', (library, places) => {
  const bringing = imported.filter((name) => librariesBy(name).has(library));
  expect(bringing).toEqual(places.split(' ').sort());
});

test('each heavy library is in the bundle, and known by its mark', () => {
  expect(librariesIn(chunks)).toEqual(Object.keys(heavyLibraries));
});
