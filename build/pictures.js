// npm run pictures: draws the pictures of the README from the running tool, in light and dark. The terminal's are SVG, in which
// the text stays text. The page's are taken by a Chromium, with a font for Japanese, if the page looks different from what they show.
// test/pictures.test.ts says when they are out of date.
import { spawn as run } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { chromium } from 'playwright-core';

const bin = fileURLToPath(new URL('../bin/resale.js', import.meta.url));
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
mkdirSync(folder, { recursive: true });

const { columns, files, lines } = JSON.parse(readFileSync(new URL('pictured.json', import.meta.url), 'utf8'));
const rows = 40;
const script = [
  'cd "$(mktemp -d)"',
  ...Object.entries(files).map(
    ([name, text]) => `printf '%s\\n' ${text.map((line) => `'${line}'`).join(' ')} > ${name}`,
  ),
  ...lines.flatMap((line) => [
    `printf '\\033[1m$ resale ${line}\\033[0m\\n'`,
    `node '${bin}' ${line}`,
    'echo',
  ]),
].join('\n');

const palettes = {
  light: {
    ground: '#ffffff',
    text: '#1f2328',
    colours: { 1: '#cf222e', 2: '#1a7f37', 3: '#9a6700' },
    dim: '#6e7781',
  },
  dark: {
    ground: '#0d1117',
    text: '#e6edf3',
    colours: { 1: '#ff7b72', 2: '#3fb950', 3: '#d29922' },
    dim: '#7d8590',
  },
};

/** What the lines of the script leave on a terminal. */
const screen = async () => {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const pty = spawn(process.execPath, [bin, 'sandbox', 'exec', '--', 'bash', '-c', script], {
    cols: columns,
    rows,
    env: { ...process.env, TERM: 'xterm-256color', LANG: 'C.UTF-8', NO_COLOR: '', CI: 'true' },
  });
  pty.onData((text) => emulator.write(text));
  await new Promise((ended) => pty.onExit(ended));
  await new Promise((drawn) => emulator.write('', drawn));
  return emulator.buffer.active;
};

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A screen as SVG. Each stretch of one style is placed by itself, so that another font does not shift what follows. */
const svg = (buffer, { ground, text, colours, dim }) => {
  const [wide, high] = [8.4, 18];
  const lines = [];
  for (let y = 0; y < buffer.length; y++) {
    const line = buffer.getLine(y);
    for (let x = 0; line && x < columns; ) {
      const first = line.getCell(x);
      const styleOf = (cell) =>
        `fill="${cell.isDim() ? dim : (colours[cell.getFgColor()] ?? text)}"${cell.isBold() ? ' font-weight="700"' : ''}`;
      const style = styleOf(first);
      let said = '';
      const from = x;
      for (; x < columns && styleOf(line.getCell(x)) === style; x++)
        said += line.getCell(x).getChars() || ' ';
      // Blanks in a row would be one.
      for (const { 0: words, index } of said.matchAll(/\S+(?: \S+)*/g))
        lines.push(
          `<text x="${(16 + (from + index) * wide).toFixed(1)}" y="${30 + y * high}" ${style}>${escaped(words)}</text>`,
        );
    }
  }
  const used = Math.max(...lines.map((line) => Number(/ y="(\d+)"/.exec(line)?.[1])));
  const [width, height] = [32 + columns * wide, used + 20];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">
<title>resale in a terminal</title>
<rect width="100%" height="100%" rx="8" fill="${ground}" stroke="${dim}" stroke-opacity="0.4"/>
${lines.join('\n')}
</svg>
`;
};

const shown = await screen();
for (const [name, palette] of Object.entries(palettes))
  writeFileSync(`${folder}terminal-${name}.svg`, svg(shown, palette));

const sandbox = run(process.execPath, [bin, 'sandbox', 'start', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [said] = await once(sandbox.stdout, 'data');
const { page, baseUrl } = JSON.parse(said);

/** What the page looks like: its text, but for the address in its footer, and its style. */
const look = createHash('sha256');
for (const address of [page, `${page}/style.css`])
  look.update((await (await fetch(address)).text()).replaceAll(baseUrl, ''));
const drawn = `${look.digest('hex')}\n`;
const drawnFrom = `${folder}shop.sha256`;
const isDrawn = existsSync(drawnFrom) && readFileSync(drawnFrom, 'utf8') === drawn;

let browser;
try {
  if (!isDrawn) {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
    for (const colorScheme of Object.keys(palettes)) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 640 } });
      const tab = await context.newPage();
      await tab.goto(page);
      await tab.screenshot({ path: `${folder}shop-${colorScheme}.png` });
    }
    writeFileSync(drawnFrom, drawn);
  }
} finally {
  await browser?.close();
  sandbox.kill();
}
