import { type Markup, markup, scriptJson } from '../html/document.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { capitalized, cut, figure } from '../words/counted.ts';
import type { Tone } from './figures.ts';

export interface TableColumn {
  title: string;
  /**
   * The format and order of a cell. `number`: unchanged; `count`: `4,996`; `word`: an index in
   * `words`, by which rows are also filtered; `text`: shared by many rows; `name`: a row's own.
   */
  kind: 'number' | 'count' | 'word' | 'text' | 'name';
  words?: readonly { text: string; tone: Tone }[];
  isLink?: true;
}

type Cell = string | number | null;
export type Rows = AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;

/** The input of the page's script. */
export interface TableData {
  columns: readonly TableColumn[];
  /** A cell of kind `text` is an index in `texts`. */
  rows: readonly (readonly Cell[])[];
  texts: readonly string[];
  unit: string;
}

export interface RowsTable {
  /** In the plural: `rows`. */
  unit: string;
  columns: readonly TableColumn[];
  /** The rows with these words are shown first. */
  first?: { label: string; words: readonly number[] };
}

/** With more rows, a browser would not open the page. */
export const mostRows = 100_000;
/** In bytes: the texts of a page; and one text, up to that limit and beyond it. */
const roomForTexts = 4_500_000;
const [longest, shortest] = [1200, 48];

const bytesOf = (text: string): number => Buffer.byteLength(scriptJson(text));

/** A text, cut between characters to about so many bytes in the page. */
const fitted = (text: string, most: number): string => {
  if (text.length * 6 <= most) return text;
  const bytes = bytesOf(text);
  if (bytes <= most) return text;
  const usual = cut(text, Math.floor((text.length * most) / bytes));
  return bytesOf(usual) <= 1.1 * most ? usual : cut(text, Math.floor(most / 6));
};

interface RowsTally {
  /** The rows in the page, and those beyond its limit. */
  rows: number;
  leftOut: number;
  /** Rows by the index of their word. */
  byWord: readonly number[];
}

const piece = 64 * 1024;
const wordsOf = (columns: readonly TableColumn[]) => columns.find(({ kind }) => kind === 'word')?.words ?? [];

/**
 * The rows as data of the page, with harmless texts, while they arrive: they are never all in memory. `rowsSection` follows once
 * they are counted.
 */
export async function* rowsData({ columns, unit }: RowsTable, rows: Rows): AsyncGenerator<string, RowsTally> {
  const texts = new Map<string, number>();
  const filter = columns.findIndex(({ kind }) => kind === 'word');
  const byWord = wordsOf(columns).map(() => 0);
  let [count, leftOut, taken] = [0, 0, 0];
  const written = (cell: Cell, at: number): Cell => {
    if (typeof cell !== 'string') return cell;
    const most = taken < roomForTexts ? longest : shortest;
    // Cut before escaping: a longer text would not fit anyway.
    const text = fitted(escapeControls(cell.slice(0, most + 1)), most);
    const known = columns[at]?.kind === 'text' ? texts.get(text) : undefined;
    if (known !== undefined) return known;
    taken += bytesOf(text);
    if (columns[at]?.kind !== 'text') return text;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  yield `<script type="application/json" id="data">{"columns":${scriptJson(columns)},"unit":${scriptJson(unit)},"rows":[`;
  let waiting = '';
  for await (const row of rows) {
    if (count === mostRows) {
      leftOut += 1;
      continue;
    }
    const word = row[filter];
    if (typeof word === 'number') byWord[word] = (byWord[word] ?? 0) + 1;
    waiting += `${count === 0 ? '' : ','}\n${scriptJson(row.map(written))}`;
    count += 1;
    if (waiting.length < piece) continue;
    yield waiting;
    waiting = '';
  }
  yield `${waiting}\n],"texts":${scriptJson([...texts.keys()])}}</script>\n`;
  return { rows: count, leftOut, byWord };
}

/** The table that the script fills, with search, filter and pages. `all` is the line that prints all rows. */
export const rowsSection = (
  { unit, columns, first }: RowsTable,
  { rows, leftOut, byWord }: RowsTally,
  all: string,
): Markup => {
  const choices = [
    ...(first ? [first] : []),
    { label: 'All', words: [] },
    ...wordsOf(columns).map(({ text }, word) => ({ label: text, words: [word] })),
  ]
    .map((choice) => ({ ...choice, count: choice.words.reduce((sum, word) => sum + (byWord[word] ?? 0), 0) }))
    .filter(({ words, count }) => words.length === 0 || count > 0);
  const toPrint = markup`To print all of them: <code>${escapeControls(all)}</code>`;
  return markup`<section aria-labelledby="rows-title">
<h2 id="rows-title">${capitalized(unit)}</h2>
<noscript><p>The ${unit} are shown by the script in this file, which this program does not run. ${toPrint}</p></noscript>
${leftOut > 0 && markup`<p class="soft">The first ${figure(rows)} ${unit} are here, ${figure(leftOut)} more are not. ${toPrint}</p>`}
<div class="controls" role="search">
<fieldset class="choices"><legend class="hidden">Show</legend>
${choices.map(
  ({ label, words, count }, at) =>
    markup`<label><input type="radio" name="show" value="${words.join(' ')}"${at === 0 && markup` checked`}><span>${label} <b>${figure(words.length === 0 ? rows : count)}</b></span></label>\n`,
)}</fieldset>
<label class="search"><span class="hidden">Search</span><input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false"></label>
</div>
<p id="found" class="soft" role="status"></p>
<table id="rows" role="table" aria-labelledby="rows-title">
<thead role="rowgroup"><tr role="row">${columns.map(
    ({ title, kind }) =>
      markup`<th role="columnheader" scope="col" class="${kind}"><button type="button">${title}</button></th>`,
  )}</tr></thead>
<tbody role="rowgroup"></tbody>
</table>
<nav class="pages" aria-label="Pages"><button type="button" id="previous">Previous</button> <span id="page"></span> <button type="button" id="next">Next</button></nav>
</section>
`;
};
