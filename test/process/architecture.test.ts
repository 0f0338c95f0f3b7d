import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { loadedByEach } from '../support/loaded.ts';
import { sandboxed } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const slowly = '--settle 0 --max-retries 9 --yes';

/** Each section of ARCHITECTURE.md about the way of something, and what is typed to go that way where so many answers are lost. */
const ways: Readonly<Record<string, readonly (readonly [lost: number, lines: readonly string[]])[]>> = {
  'One value, from argv to the exit code': [
    [0, [`inventory set ${id} 3 --expect 2`, 'inventory set RETURN-000001 4 --expect 2']],
    [1, [`inventory set ${id} 5 --expect 2 --settle 0`]],
  ],
  'From a call to its answer': [
    [0, [`inventory set ${id} 3 --expect 2`, 'listings get 00000000-0000-4000-8000-000000000000']],
  ],
  'Many rows': [
    [
      0.25,
      [
        `inventory set --from rows.csv --run night ${slowly}`,
        `runs resume night ${slowly}`,
        'runs resolve night --all --as applied --max-retries 9 --yes',
        `runs undo night ${slowly}`,
      ],
    ],
  ],
  "From the feed's link to its products": [
    [
      0,
      [
        'feed fetch -o csv --out products.csv',
        'feed fetch -o ndjson --out products.ndjson',
        'feed stats products.ndjson',
      ],
    ],
  ],
};

/** All files below a folder, as the page would name them. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);

const page = readFileSync('ARCHITECTURE.md', 'utf8');

/** Finds the source of a place in a chunk, by its source map. */
const sourcesIn = (path: string) => {
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  const starts = [0];
  for (const { length } of readFileSync(path, 'utf8').split('\n'))
    starts.push((starts.at(-1) ?? 0) + length + 1);
  return (offset: number): string | undefined => {
    const line = starts.findLastIndex((start) => start <= offset);
    const entry = map.findEntry(line, offset - (starts[line] ?? 0));
    return 'originalSource' in entry ? entry.originalSource : undefined;
  };
};
const chunks = new Map<string, ReturnType<typeof sourcesIn>>();

/** The sources of the code that ran, by the coverage that V8 wrote of each process, and the source maps. */
const ran = (coverage: string): Set<string> => {
  const found = new Set<string>();
  for (const name of readdirSync(coverage))
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, name), 'utf8')).result) {
      const path = `${url}`.replace('file://', '');
      if (!path.includes('/dist/') || !existsSync(`${path}.map`)) continue;
      const sourceAt = chunks.get(path) ?? sourcesIn(path);
      chunks.set(path, sourceAt);
      for (const { ranges } of functions) {
        const [{ startOffset, count }] = ranges;
        const source = count > 0 && startOffset > 0 ? sourceAt(startOffset) : undefined;
        if (source) found.add(source);
      }
    }
  return found;
};

test.each(Object.entries(ways))('every file that it names runs: %s', async (section, typed) => {
  const coverage = temporaryFolder();
  const on = machine();
  const { home } = on;
  const rows = [1, 2, 4, 5, 6, 7, 8, 9].map((row) => `RETURN-00000${row},3\n`);
  writeFileSync(join(home, 'rows.csv'), `externalIdentifier,quantity\n${rows.join('')}`);
  for (const [lost, lines] of typed) {
    const { env } = await sandboxed({ faults: { 'lost-answer': lost } });
    await loadedByEach(
      lines.map((line) => ({ lines: [line], home })),
      {
        on,
        env: { ...env, NODE_V8_COVERAGE: coverage },
      },
    );
  }
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  const named = [...text.matchAll(/[\w/-]+\.ts\b/g)].map(([name]) => name.replace(/^src\//, ''));
  const files = filesIn('src').map((path) => path.replace('src/', ''));
  const running = new Set([...ran(coverage)].map((path) => path.replace('src/', '')));
  // What is nothing but types is passed where a file that runs takes them from it.
  for (const file of [...running])
    for (const [, path = ''] of readFileSync(`src/${file}`, 'utf8').matchAll(
      /^import type .* from '(\..*)';$/gm,
    ))
      running.add(join(dirname(file), path));
  expect(named.length).toBeGreaterThan(5);
  // A name that stands alone is that of a file in the room that the section is about.
  const isPassed = (name: string) =>
    files.some((file) => (file === name || file.endsWith(`/${name}`)) && running.has(file));
  expect(named.filter((name) => !isPassed(name))).toEqual([]);
});

test('every file that the page names is there', () => {
  const files = ['src', 'test', 'build', 'bench', 'bin'].flatMap(filesIn);
  const named = [...page.matchAll(/`([a-z/-]+\.(ts|js))`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual(
    [],
  );
});
