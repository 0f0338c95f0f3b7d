import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { played } from './transcripts/play.ts';

/** The blocks of a document that show command lines and what a terminal of 100 columns shows then. */
const consoleBlock = /```console\n([\s\S]*?)```/g;
const markdownIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const documents = ['README.md', ...markdownIn('docs')];
const contents = 'sandbox --listings 120 --products 200';
/** The files that the documents work on. */
const files: Readonly<Record<string, readonly string[]>> = {
  'stock.csv': ['externalIdentifier,quantity', 'RETURN-000001,7', 'RETURN-000002,9', 'RETURN-000004,1'],
  'shipment.txt': ['3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e21'],
  'new.csv': [
    'external-id,title,category,price,image',
    'COAT-42,Wool coat,Coats,129.00,https://images.example/42.jpg',
    'BAG-43,Canvas bag,Bags,49.00,https://images.example/43.jpg',
  ],
  'sold.csv': ['listing,delta', 'RETURN-000002,-2', 'RETURN-0OO004,-1', 'BAG-43,-1'],
  'corrected.csv': ['listing,delta', 'RETURN-000004,-1'],
};
const written = Object.entries(files).flatMap(([name, lines]) => [`-- ${name} --`, ...lines, '']);

const linesIn = (block: string): string[] =>
  block
    .split('\n')
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2));

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** Types the lines of all blocks of a document in one fresh sandbox, and gives the blocks as they look then. */
const shown = async (text: string): Promise<string> => {
  const lines = [...text.matchAll(consoleBlock)].flatMap(([, block = '']) => linesIn(block));
  const steps = lines.map((line) => ({
    before: [contents, ...written],
    columns: 100,
    line,
    screen: [],
    facts: [],
  }));
  // As in a terminal that draws, without what only shows while one waits.
  const scene = await played({ title: 'a document', steps, after: [] }, { TERM: 'xterm', CI: 'true' });
  const screens = scene.steps.map(({ line, screen }) =>
    [`$ ${line}`, ...screen.map((printed) => printed.replace(/^! |^\\/, ''))].join('\n'),
  );
  return text.replace(
    consoleBlock,
    (_, block: string) => `\`\`\`console\n${screens.splice(0, linesIn(block).length).join('\n')}\n\`\`\``,
  );
};

test.each(documents)('%s shows what the commands really print; else run npm run docs', async (path) => {
  await expect(await shown(readFileSync(path, 'utf8'))).toMatchFileSnapshot(`../${path}`);
});

/** `## Exit codes` → `exit-codes` */
const headingsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

const others = ['.', '.github', 'docs/decisions', 'test/resilience/faults', 'test/resilience/simulator'];
test.each([...documents, ...others.flatMap(markdownIn)])(
  'every link of %s leads to a file, and to a heading in it',
  (path) => {
    const links = readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g);
    for (const [link, to = '', heading = ''] of links) {
      const text = readFileSync(to === '' ? path : join(path, '..', to), 'utf8');
      if (heading !== '') expect([link, headingsIn(text)]).toEqual([link, expect.arrayContaining([heading])]);
    }
  },
);
