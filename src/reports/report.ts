import { documentEnd, documentStart, type Markup, markup } from '../html/document.ts';
import { harmless } from '../terminal/harmless.ts';
import { reportStyle } from './report-style.ts';
import { rowsScript } from './rows-script.ts';
import { type RowsTable, rowsData, rowsSection, type TableTally } from './rows-table.ts';

/** What a report says above its table and below it, once all rows were read. */
interface ReportBody {
  /** `Run` */
  kind: string;
  title: string;
  /** What matters most, in a sentence or two. */
  lead: string;
  /** What to do next: a line to type. */
  next?: { does: string; line: string } | undefined;
  facts: Markup;
  /** Figures before the rows, and after them. */
  before: readonly Markup[];
  after: readonly Markup[];
}

/** What is written into a file of its own. */
export interface Report {
  title: string;
  table: RowsTable;
  rows: Parameters<typeof rowsData>[1];
  body: (tally: TableTally) => ReportBody;
}

/** What every report says of itself. */
interface Imprint {
  /** The version of the tool, and when the report was made. */
  made: string;
  /** The line that prints all rows, for which a page may have no room. */
  all: string;
}

const script = `(${rowsScript})()`;

/**
 * A report as one HTML document that requests nothing, piece by piece: the rows come first, as data, so that everything else can
 * be drawn from what they add up to.
 */
export async function* reportHtml(
  { title, table, rows, body }: Report,
  { made, all }: Imprint,
): AsyncGenerator<string> {
  yield String(documentStart(harmless(title), reportStyle, [script]));
  const tally = yield* rowsData(table, rows);
  const said = body(tally);
  yield String(markup`<main>
<header>
<p class="kind">${said.kind}</p>
<h1>${harmless(said.title)}</h1>
<p class="lead">${harmless(said.lead)}</p>
${said.next ? markup`<p class="next">${said.next.does} <code>${harmless(said.next.line)}</code></p>` : ''}
${said.facts}
</header>
${said.before}
${rowsSection(table, tally, all)}
${said.after}
<footer>${made}</footer>
</main>
`);
  yield String(documentEnd([script]));
}
