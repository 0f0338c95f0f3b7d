import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inShell, machine } from '../support/built.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Each section of ARCHITECTURE.md about the way of something, and what is typed to go that way. */
const ways: Readonly<Record<string, string>> = {
  'One value, from argv to the exit code': `
    resale inventory set $ID 3 --expect 2
    resale inventory set RETURN-000001 4 --expect 2
    resale sandbox exec --faults 'lost-answer=100%' -- resale inventory set $ID 5 --expect 2 --settle 0`,
  'From a call to its answer': `
    resale inventory set $ID 3 --expect 2
    resale listings get 00000000-0000-4000-8000-000000000000`,
  'Many rows': `
    echo externalIdentifier,quantity > rows.csv
    for n in 1 2 4 5 6 7 8 9; do echo RETURN-00000$n,3 >> rows.csv; done
    resale sandbox exec --faults 'lost-answer=25%' -- sh -c '
      resale inventory set --from rows.csv --run night --settle 0 --max-retries 9 --yes
      resale runs resume night --settle 0 --max-retries 9 --yes
      resale runs resolve night --all --as applied --max-retries 9 --yes
      resale runs undo night --settle 0 --max-retries 9 --yes'`,
  "From the feed's link to its products": `
    resale feed fetch -o csv > products.csv
    resale feed fetch -o ndjson > products.ndjson
    resale feed stats products.ndjson`,
};

/** All files below a folder, as the page would name them. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);

const page = readFileSync('ARCHITECTURE.md', 'utf8');

/** The sources of the code that ran, by the coverage that V8 wrote of each process, and the source maps. */
const ran = (coverage: string): Set<string> => {
  const found = new Set<string>();
  for (const name of readdirSync(coverage))
    for (const { url, functions } of JSON.parse(readFileSync(join(coverage, name), 'utf8')).result) {
      const path = `${url}`.replace('file://', '');
      if (!path.includes('/dist/') || !existsSync(`${path}.map`)) continue;
      const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
      const lines = readFileSync(path, 'utf8').split('\n');
      const starts = lines.map(({ length }) => length + 1);
      for (const { ranges } of functions)
        for (const { startOffset, count } of ranges.slice(0, 1)) {
          let [line, column] = [0, startOffset];
          while (column >= (starts[line] ?? Number.POSITIVE_INFINITY)) column -= starts[line++] ?? 0;
          const entry = map.findEntry(line, column);
          if (count > 0 && startOffset > 0 && 'originalSource' in entry && entry.originalSource)
            found.add(entry.originalSource);
        }
    }
  return found;
};

test.each(Object.entries(ways))('every file that it names runs: %s', async (section, script) => {
  const coverage = temporaryFolder();
  const on = machine();
  const id = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
  await inShell('resale sandbox exec -- sh -c "$SCRIPT"', {
    on,
    cwd: on.home,
    env: { NODE_V8_COVERAGE: coverage, SCRIPT: script, ID: id },
  });
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
