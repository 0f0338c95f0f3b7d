import { type Markup, markup } from '../../html/document.ts';
import { operatorPath, shopPath } from './paths.ts';

interface Frame {
  title: string;
  here: typeof shopPath | typeof operatorPath;
  shopId?: string;
  baseUrl: string;
}

export const assets = { style: `${shopPath}/style.css`, script: `${shopPath}/script.js` } as const;

const sides = [
  [shopPath, 'Shop'],
  [operatorPath, 'Operator'],
] as const;

/** A link of a navigation. It is marked if it leads to the current page. */
export const link = (href: string, words: unknown, isHere: boolean): Markup =>
  markup`<a href="${href}" ${isHere ? markup`aria-current="page"` : ''}>${words}</a>`;

export const framed = (
  { title, here, shopId = '', baseUrl }: Frame,
  view: Markup,
): Markup => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>
</head>
<body data-shop="${shopId}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><p class="name">Sandbox</p><nav aria-label="Sides">${sides.map(([path, word]) => link(path, word, path === here))}</nav></header>
<p id="lost" class="lost" role="status"></p>
<main id="main" tabindex="-1">
${view}
</main>
<footer class="soft"><small>The sandbox at ${baseUrl}. Nothing here is real, and no request leaves this machine.</small></footer>
</body>
</html>
`;
