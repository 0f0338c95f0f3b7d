import { documentEnd, documentStart, type Markup, markup } from '../html/document.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { reportStyle } from './report-style.ts';
import { rowsScript, span } from './rows-script.ts';
import { type Rows, type RowsTable, type RowsTally, rowsData, rowsSection } from './rows-table.ts';

interface Summary {
  /** `Run` */
  kind: string;
  title: string;
  /** One or two sentences. */
  lead: string;
  /** A line to type next. */
  next?: { does: string; line: string } | undefined;
  /** Those without a text are left out. */
  facts: Readonly<Record<string, string | false | undefined>>;
  /** Figures before the rows, and after them. */
  before: readonly Markup[];
  after?: readonly Markup[];
}

export interface Report extends RowsTable {
  title: string;
  rows: Rows;
  /** Asked for once all rows were read. */
  summary: (tally: RowsTally) => Summary;
}

interface Imprint {
  /** The version of the tool, and when the report was made. */
  made: string;
  /** The line that prints all rows, for which a page may have no room. */
  all: string;
}

const script = `(${rowsScript})(${span})`;

/** A line to type, which breaks between words alone. */
const words = (line: string): Markup[] =>
  escapeControls(line)
    .split(' ')
    .map((word, at) => markup`${at > 0 ? ' ' : ''}<span>${word}</span>`);

const inColumns = (figures: readonly Markup[]): Markup | '' =>
  figures.length > 0 ? markup`<div class="figures">${figures}</div>` : '';

/** A report as one HTML document, piece by piece: the rows first, as data, since everything else is made of their totals. */
export async function* reportHtml(report: Report, { made, all }: Imprint): AsyncGenerator<string> {
  yield String(documentStart(escapeControls(report.title), reportStyle, [script]));
  const tally = yield* rowsData(report, report.rows);
  const { kind, title, lead, next, facts, before, after = [] } = report.summary(tally);
  yield String(markup`<main>
<header>
<p class="kind">${kind}</p>
<h1>${escapeControls(title)}</h1>
<p class="lead">${escapeControls(lead)}</p>
${next && markup`<p class="next">${next.does} <code>${words(next.line)}</code></p>`}
<dl class="facts">${Object.entries(facts).map(
    ([name, text]) => text && markup`<div><dt>${name}</dt><dd>${escapeControls(text)}</dd></div>`,
  )}</dl>
</header>
${inColumns(before)}
${rowsSection(report, tally, all)}
${inColumns(after)}
<footer>${made}</footer>
</main>
`);
  yield String(documentEnd([script]));
}
