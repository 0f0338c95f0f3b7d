import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { columns, files, lines } from '../build/pictured.json';
import { shopPath } from '../src/sandbox/page/paths.ts';
import { sandboxed } from './support/resale.ts';
import { played } from './transcripts/play.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** What a picture of a terminal shows, line by line: its texts stand at multiples of the width of a character. */
const drawnIn = (svg: string): string[] => {
  const rows = new Map<string, string>();
  for (const [, x, y = '', text = ''] of svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>(.*?)<\/text>/g)) {
    const column = Math.round((Number(x) - 16) / 8.4);
    const said = text
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replace(/(?<=--after )\S+/, 'CURSOR');
    rows.set(y, `${(rows.get(y) ?? '').padEnd(column)}${said}`);
  }
  return [...rows.values()];
};

test('the pictures of a terminal show what the commands print today; else run npm run pictures', async () => {
  const before = [
    'sandbox --listings 120 --products 200',
    ...Object.entries(files).flatMap(([name, text]) => [`-- ${name} --`, ...text, '']),
  ];
  const steps = lines.map((line) => ({ before, columns, line: `resale ${line}`, screen: [], facts: [] }));
  const scene = await played({ title: 'a picture', steps, after: [] }, { TERM: 'xterm', CI: 'true' });
  const printed = scene.steps.flatMap(({ line, screen }) => [
    `$ ${line}`,
    ...screen.map((one) => one.replace(/^! |^\\/, '')).filter((one) => one !== ''),
  ]);
  for (const name of ['light', 'dark'])
    expect(drawnIn(readFileSync(`docs/pictures/terminal-${name}.svg`, 'utf8'))).toEqual(printed);
});

test('the pictures of the page were taken as it looks today; else run npm run pictures, with a Chromium', async () => {
  const { baseUrl } = await sandboxed({ listings: 120, products: 200 });
  const look = createHash('sha256');
  for (const path of [shopPath, `${shopPath}/style.css`]) {
    const text = await (await fetch(`${baseUrl}${path}`)).text();
    look.update(text.replaceAll(baseUrl, ''));
  }
  expect(readFileSync('docs/pictures/shop.sha256', 'utf8')).toBe(`${look.digest('hex')}\n`);
});
