import { look } from '../../html/document.ts';
import { sandboxShops } from '../state/shops.ts';

/** The colours of each shop's buttons. */
const shops = sandboxShops
  .map(
    ({ id, styles }) =>
      `[data-shop='${id}'] .buy { background: ${styles.primaryButtonBackgroundColor}; color: ${styles.primaryButtonFontColor}; border: ${styles.primaryButtonBorder}; }`,
  )
  .join('\n');

export const style = `${look}
body { min-height: 100vh; display: flex; flex-direction: column; }
.top, main, footer, .lost { padding-inline: max(clamp(1rem, 4vw, 3rem), calc(50% - 41rem)); }
main { flex: 1; padding-block: var(--space-4); }
main:focus { outline: none; }
footer { padding-block: var(--space-4); }
.skip { position: absolute; inset-inline-start: var(--space-3); translate: 0 -200%; background: var(--paper); padding: var(--space-2); z-index: 1; }
.skip:focus { translate: 0 var(--space-2); }
.lost:not(:empty) { background: var(--bad); color: var(--paper); padding-block: var(--space-2); }
.top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: var(--space-2) var(--space-4); padding-block: var(--space-3); border-block-end: 1px solid var(--line); }
.name { font-weight: 700; letter-spacing: -.01em; }
nav { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); }
nav a { color: var(--soft); text-decoration: none; padding-block: var(--space-1); border-block-end: 2px solid transparent; }
nav a:hover { color: var(--ink); border-color: var(--line); }
nav a[aria-current] { color: var(--ink); border-color: var(--ink); font-weight: 600; }
.count { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
bdi, .title, .brand, .description, dd, .path { unicode-bidi: isolate; }

.choices { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: var(--space-2) var(--space-5); margin-block-end: var(--space-4); }
.cards { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 45%), 1fr)); gap: 0 var(--space-3); }
.cards li, .card { display: grid; grid-row: span 5; grid-template-rows: subgrid; }
.card { color: inherit; text-decoration: none; align-content: start; padding-block-end: var(--space-4); }
.card:hover .title { text-decoration: underline; }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 5 / 6; border-radius: .3rem; }
.closed .picture { filter: grayscale(1); opacity: .55; }
.card .picture { margin-block-end: var(--space-2); }
.brand, .facts, .card .price { font-size: .875rem; }
.brand { color: var(--soft); }
.card .brand, .card .facts { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.card .title { line-height: 1.3; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 500; }
.card .facts { color: var(--soft); margin-block-start: var(--space-1); }
.card .price { font-weight: 650; font-variant-numeric: tabular-nums; }
.card.closed .price { font-weight: 400; color: var(--soft); }
.pager { justify-content: space-between; }
.others { border-block-start: 1px solid var(--line); margin-block-start: var(--space-4); padding-block-start: var(--space-3); color: var(--soft); font-size: .875rem; }
.others a { text-decoration: underline; padding: 0; border: 0; }
.empty { padding-block: var(--space-5); text-align: center; color: var(--soft); }
.empty :is(h1, h2) { color: var(--ink); margin-block-end: var(--space-2); }

.item { display: grid; grid-template-columns: minmax(0, 30rem) minmax(0, 34rem); gap: var(--space-4) var(--space-5); margin-block-start: var(--space-3); align-items: start; }
.gallery { display: grid; grid-template-columns: repeat(4, 1fr); gap: var(--space-2); }
.gallery > :first-child { grid-column: 1 / -1; }
.about { display: grid; gap: var(--space-3); }
.about > .brand { margin-block-end: calc(-1 * var(--space-2)); font-size: 1rem; }
#offer { display: grid; gap: var(--space-2); }
.amount { font-size: 1.375rem; font-variant-numeric: tabular-nums; }
.buy { width: 100%; padding-block: .7rem; font-weight: 650; }
.buy:hover:enabled { background: var(--raised); }
${shops}
dl { display: grid; grid-template-columns: minmax(5.5rem, auto) 1fr; gap: var(--space-1) var(--space-3); }
dt { color: var(--soft); }
.description { white-space: pre-line; }
details > summary { cursor: pointer; }
.about details { border-block-start: 1px solid var(--line); padding-block-start: var(--space-3); }
.about details dl { margin-block-start: var(--space-3); font-size: .875rem; }

.desk { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: var(--space-4) var(--space-5); margin-block-start: var(--space-3); align-items: start; }
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: var(--space-1) var(--space-3); min-height: 2.6rem; }
.head button { margin-inline-start: auto; }
.log { position: sticky; inset-block-start: var(--space-3); }
.scroll { height: max(24rem, calc(100vh - 15rem)); overflow-y: auto; border-block: 1px solid var(--line); scrollbar-gutter: stable; }
#requests { list-style: none; margin: 0; padding: 0; font-size: .875rem; font-variant-numeric: tabular-nums; }
#requests li + li { border-block-start: 1px solid var(--line); }
#requests summary { display: grid; grid-template-columns: .8rem 4.4rem 3rem minmax(0, 1fr) auto 4rem; grid-auto-flow: row; gap: 0 var(--space-2); padding: var(--space-1) var(--space-2); }
#requests summary::-webkit-details-marker { display: none; }
#requests summary::before { content: '▸' / ''; color: var(--soft); }
#requests [open] > summary::before { content: '▾' / ''; }
#requests summary:hover, #requests [open] > summary { background: var(--raised); }
#requests :focus-visible { outline-offset: -2px; }
#requests .at, #requests .took { color: var(--soft); }
#requests .took { text-align: end; }
#requests .method { font-weight: 600; }
#requests .status { font-weight: 600; text-align: end; }
#requests .mark { grid-column: 4 / -1; color: var(--bad); }
#requests details[open] { padding-block-end: var(--space-2); }
#requests h3 { font-size: .875rem; margin: var(--space-2) var(--space-2) 0; color: var(--soft); font-weight: 500; }
pre { margin: 0; padding: var(--space-2); max-height: 20rem; overflow: auto; white-space: pre-wrap; font: .8125rem/1.5 var(--mono); background: var(--raised); }
.panels { display: grid; gap: var(--space-4); }
.panels section, .panels form { display: grid; gap: var(--space-3); }
.panels section + section { border-block-start: 1px solid var(--line); padding-block-start: var(--space-4); }
fieldset { display: grid; gap: var(--space-2); }
legend { font-weight: 600; padding: 0; margin-block-end: var(--space-2); }
.field { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0 var(--space-2); }
.field small { grid-column: 1 / -1; line-height: 1.35; }
.entry { display: flex; align-items: center; gap: var(--space-1); }
.entry input { width: 5.5rem; text-align: end; font-variant-numeric: tabular-nums; }
.unit { width: 1.7rem; color: var(--soft); white-space: nowrap; }
.buttons { display: flex; gap: var(--space-2); }
button.main { background: var(--ink); color: var(--paper); border-color: var(--ink); }
button.main:hover:enabled { background: var(--accent); border-color: var(--accent); }

@media (max-width: 60rem) { .desk { grid-template-columns: 1fr; } .log { position: static; } .scroll { height: 60vh; } .panels { max-width: 34rem; } }
@media (max-width: 46rem) {
  .item { grid-template-columns: 1fr; }
  h1 { font-size: 1.5rem; }
  #requests summary { grid-template-columns: .8rem 3rem 1fr auto auto; }
  #requests .path, #requests .mark { grid-column: 2 / -1; }
  #requests .path { order: 3; } #requests .mark { order: 4; }
  #requests .method { order: -1; } #requests summary::before { order: -2; }
}
@media (prefers-color-scheme: dark) { .picture { filter: brightness(.85); } }
`;
