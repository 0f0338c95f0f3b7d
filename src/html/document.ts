import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** HTML in which every text is escaped. */
export type Markup = ReturnType<typeof raw>;

/** A template of HTML. Its values are escaped, unless they are markup. */
export const markup = (strings: TemplateStringsArray, ...values: unknown[]): Markup =>
  // It is a promise only if a value is.
  html(strings, ...values) as Markup;

const allowed = (texts: readonly string[]): string =>
  texts.length === 0 ? "'none'" : texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');

/**
 * The beginning of a document that makes no request: its policy allows only this style and these scripts, by their hashes. The
 * body and `documentEnd` follow.
 */
export const documentStart = (title: string, style: string, scripts: readonly string[]): Markup => {
  const policy = `default-src 'none'; script-src ${allowed(scripts)}; style-src ${allowed([style])}; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
`;
};

export const documentEnd = (scripts: readonly string[]): Markup =>
  markup`${scripts.map((script) => markup`<script>${raw(script)}</script>\n`)}</body>\n</html>\n`;

/** JSON for a script element: nothing in it ends the element or begins a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);

/**
 * The style of every page: sizes, colours and plain elements, on light and dark screens and on paper. A page adds its own rules, and
 * uses the spaces `--space-1` to `--space-5`, the text colours `--ink`, `--soft`, `--accent`, `--good`, `--warn` and `--bad` (at
 * least 4.5:1 on `--paper` and `--raised`), and the same with `-fill` for areas.
 */
export const look = `
:root {
  color-scheme: light dark;
  --space-1: .25rem; --space-2: .5rem; --space-3: 1rem; --space-4: 1.75rem; --space-5: 3rem;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --paper: #fdfdfb; --raised: #f3f3ef; --line: #d9dad4; --edge: #83878a;
  --ink: #1c1e20; --soft: #585d63; --accent: #0a5a75; --good: #1d6539; --warn: #7d4a00; --bad: #a9231b;
  --accent-fill: #2d7d9a; --good-fill: #3d9461; --warn-fill: #cf922a; --bad-fill: #cd443a; --soft-fill: #a9afb5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141618; --raised: #1e2124; --line: #353a3f; --edge: #7d848b;
    --ink: #e8e9e7; --soft: #a6acb3; --accent: #80c6de; --good: #83d09d; --warn: #e6b86c; --bad: #ff9d92;
    --accent-fill: #4a97b3; --good-fill: #4b9a68; --warn-fill: #bf8b35; --bad-fill: #d65a4f; --soft-fill: #676e76;
  }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #fff; --raised: #fff; --line: #bbb; --edge: #777;
    --ink: #000; --soft: #444; --accent: #000; --good: #14532d; --warn: #6b3f00; --bad: #8f1d16;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, figure, table, fieldset { margin: 0; padding: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 1.1875rem; line-height: 1.3; font-weight: 650; }
h3 { font-size: 1rem; font-weight: 650; }
small { font-size: .875rem; }
code, kbd { font: .875em/1.5 var(--mono); }
a { color: var(--accent); text-underline-offset: .15em; }
fieldset { border: 0; min-width: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: start; vertical-align: top; padding: var(--space-1) var(--space-3) var(--space-1) 0; }
th { font-weight: 600; }
button, input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .3rem; padding: .3rem .7rem; }
button { cursor: pointer; }
button:hover:enabled { background: var(--raised); border-color: var(--ink); }
button:disabled { color: var(--soft); border-color: var(--line); cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); } .soft { color: var(--soft); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) { button { transition: background-color .1s, border-color .1s; } }
`;
