import { documentEnd, documentStart, look, type Markup, markup } from '../html/document.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import type { Advice } from '../words/advice.ts';
import { rowsScript } from './rows-script.ts';
import { type Rows, type RowsTable, rowsData, rowsSection } from './rows-table.ts';

/** One column, with figures beside each other where there is room, and rows as cards on small screens. */
const reportStyle = `${look}
main { max-width: 76rem; margin: 0 auto; padding: var(--space-4) clamp(1rem, 4vw, 2.5rem) var(--space-5); }
header p { max-width: 46rem; }
.kind { color: var(--soft); margin-bottom: var(--space-1); }
.lead { text-wrap: balance; font-size: 1.125rem; margin-top: var(--space-2); }
.next { margin-top: var(--space-2); }
.next code, .next span { display: inline-block; }
.next code { background: var(--raised); border-radius: .3rem; padding: .1rem .5rem; }
section, .figures { margin-top: var(--space-4); }
section h2 { margin-bottom: var(--space-2); }
.facts { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); margin-top: var(--space-3); padding-top: var(--space-3); border-top: 1px solid var(--line); }
.facts dt { color: var(--soft); font-size: .875rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: var(--space-4); }
.figures section { margin-top: 0; min-width: 0; }
.bars { width: 100%; table-layout: fixed; font-size: .9375rem; }
.bars col:first-child { width: 38%; } .bars col:nth-child(3) { width: 4.75rem; } .bars col:nth-child(4) { width: 4rem; }
.bars th { font-weight: 400; padding: .15rem var(--space-2) .15rem 0; }
.bars td { padding: .15rem 0; }
.bars .bar { vertical-align: middle; }
.bars .bar svg { display: block; }
.bars .count { text-align: end; white-space: nowrap; }
rect.accent { fill: var(--accent-fill); } rect.good { fill: var(--good-fill); } rect.warn { fill: var(--warn-fill); } rect.bad { fill: var(--bad-fill); } rect.soft { fill: var(--soft-fill); }
.reasons { list-style: none; }
.reasons li { display: flex; gap: var(--space-3); margin-bottom: var(--space-2); } .reasons b { min-width: 3rem; text-align: end; font-weight: 400; font-variant-numeric: tabular-nums; }
.quantiles { color: var(--soft); font-size: .9375rem; margin-bottom: var(--space-2); }
.controls { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; justify-content: space-between; margin-bottom: var(--space-2); }
.choices { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-2); }
.choices input { position: absolute; opacity: 0; }
.choices label { position: relative; cursor: pointer; }
.choices span { display: block; border: 1px solid var(--edge); border-radius: 1rem; padding: .15rem .8rem; }
.choices b { font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
.choices :checked + span { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.choices :checked + span b { color: inherit; }
.choices :focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.search { flex: 0 1 20rem; } .search input { width: 100%; }
#found { font-variant-numeric: tabular-nums; }
#rows { width: 100%; font-size: .9375rem; scroll-margin-top: var(--space-3); }
#rows th { border-bottom: 1px solid var(--edge); padding: 0 var(--space-3) 0 0; vertical-align: bottom; }
#rows th button { border: 0; background: none; padding: .3rem 0; font-weight: 600; font-size: .875rem; text-align: inherit; white-space: nowrap; }
#rows th button:hover { text-decoration: underline; text-underline-offset: .2em; background: none; }
#rows [aria-sort=ascending] button::after { content: ' ↑'; } #rows [aria-sort=descending] button::after { content: ' ↓'; }
#rows td { border-bottom: 1px solid var(--line); padding: .35rem var(--space-3) .35rem 0; }
#rows .number, #rows .count { text-align: end; white-space: nowrap; width: 1%; }
#rows .word { white-space: nowrap; width: 1%; }
#rows td.name { font: .8125rem/1.8 var(--mono); }
#rows .text { min-width: 8rem; }
@media (min-width: 68rem) { #rows td.name { white-space: nowrap; width: 1%; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; } }
[hidden] { display: none !important; }
.pages { display: flex; gap: var(--space-3); align-items: center; justify-content: flex-end; margin-top: var(--space-3); font-variant-numeric: tabular-nums; }
footer { margin-top: var(--space-5); padding-top: var(--space-2); border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
@media screen and (max-width: 44rem) {
  h1 { font-size: 1.5rem; }
  .search { flex: 1 1 100%; }
  #rows, #rows tbody, #rows thead { display: block; }
  #rows thead tr { display: flex; flex-wrap: wrap; gap: 0 var(--space-3); border-bottom: 1px solid var(--edge); }
  #rows thead::before { content: 'Sort by'; color: var(--soft); font-size: .875rem; }
  #rows thead th { border: 0; width: auto !important; padding: 0; }
  #rows tbody tr { display: flex; flex-direction: column; padding: var(--space-2) 0; border-bottom: 1px solid var(--line); }
  #rows td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 var(--space-2); border: 0; padding: 0; width: auto !important; text-align: start !important; overflow-wrap: break-word; }
  #rows td::before { content: attr(data-title); color: var(--soft); font: .8125rem/1.8 var(--sans); }
  #rows .text { min-width: 0; } #rows td.word { display: block; order: -1; } #rows td.word::before { content: none; }
  #rows td.empty { display: none; }
}
@media print {
  @page { margin: 15mm; }
  html { font-size: 10pt; }
  main { padding: 0; max-width: none; }
  .controls, .pages, .choices { display: none; }
  #rows { font-size: 8.5pt; } #rows td { padding: .15rem .6rem .15rem 0; } #rows td.name { font-size: 7pt; line-height: 1.35; } #rows th { padding-inline-end: .6rem; }
  #rows th button { color: inherit; padding: 0; }
  thead { display: table-header-group; }
  #rows tr, .bars tr, .facts div { break-inside: avoid; }
  h2 { break-after: avoid; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

interface Summary {
  /** `Run` */
  kind: string;
  title: string;
  /** One or two sentences. */
  lead: string;
  next?: Advice | undefined;
  /** Those without a text are left out. */
  facts: Readonly<Record<string, string | false | undefined>>;
  /** Figures before the rows. */
  before: readonly Markup[];
}

export interface Report extends RowsTable {
  title: string;
  rows: Rows;
  /** Called after all rows are read. */
  summary: () => Summary;
}

interface Imprint {
  /** The version of the tool, and when the report was made. */
  made: string;
  /** The line that prints all rows, for which a page may have no room. */
  all: string;
}

const script = `(${rowsScript})()`;

/** A line to type, which breaks between words alone. */
const words = (line: string): Markup[] =>
  escapeControls(line)
    .split(' ')
    .map((word, at) => markup`${at > 0 ? ' ' : ''}<span>${word}</span>`);

const inColumns = (figures: readonly Markup[]): Markup | '' =>
  figures.length > 0 ? markup`<div class="figures">${figures}</div>` : '';

/** A report as one HTML document, piece by piece: the rows first, as data, since everything else needs their totals. */
export async function* reportHtml(report: Report, { made, all }: Imprint): AsyncGenerator<string> {
  yield String(documentStart(escapeControls(report.title), reportStyle, [script]));
  const tally = yield* rowsData(report, report.rows);
  const { kind, title, lead, next, facts, before } = report.summary();
  yield String(markup`<main>
<header>
<p class="kind">${kind}</p>
<h1>${escapeControls(title)}</h1>
<p class="lead">${escapeControls(lead)}</p>
${next && markup`<p class="next">${typeof next === 'string' ? next : markup`${next.say} <code>${words(next.line)}</code>`}</p>`}
<dl class="facts">${Object.entries(facts).map(
    ([name, text]) => text && markup`<div><dt>${name}</dt><dd>${escapeControls(text)}</dd></div>`,
  )}</dl>
</header>
${inColumns(before)}
${rowsSection(report, tally, all)}
<footer>${made}</footer>
</main>
`);
  yield String(documentEnd([script]));
}
