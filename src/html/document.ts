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
