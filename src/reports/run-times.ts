import { quantile } from '../feed/count-products.ts';
import { type Markup, markup } from '../html/document.ts';
import type { RunState } from '../runs/journal/run-state.ts';
import { figure } from '../words/counted.ts';
import { localMoment } from '../words/times.ts';
import { barSection, type Tone } from './figures.ts';
import { span } from './rows-script.ts';

const bins = 60;
/** Fewer rows have no diagram. */
const leastRows = 20;
const height = 140;
/** From bottom to top. */
const stacked: readonly { tone: Tone; name: string }[] = [
  { tone: 'good', name: 'applied' },
  { tone: 'soft', name: 'nothing to do' },
  { tone: 'bad', name: 'refused or unknown' },
];

/** The rows by outcome in each sixtieth of the time. */
export const courseSection = (
  rows: readonly { at: number; tone: Tone }[],
  { began, worked, last, resumed }: Pick<RunState, 'began' | 'worked' | 'last' | 'resumed'>,
): Markup[] => {
  if (rows.length < leastRows || began === undefined || last === undefined || worked <= 0) return [];
  const width = worked / bins;
  const columns = Array.from({ length: bins }, () => new Map<Tone, number>());
  for (const { at, tone } of rows) {
    const column = columns[Math.min(bins - 1, Math.max(0, Math.floor(at / width)))];
    column?.set(tone, (column.get(tone) ?? 0) + 1);
  }
  const sums = columns.map((column) => [...column.values()].reduce((sum, count) => sum + count, 0));
  const most = Math.max(...sums);
  const inSecond = (count: number) => figure(Number(((1000 * count) / width).toPrecision(2)));
  const used = stacked.filter(({ tone }) => columns.some((column) => column.has(tone)));
  const drawn = columns.flatMap((column, at) => {
    let foot = 100;
    return used.map(({ tone }) => {
      const tall = (100 * (column.get(tone) ?? 0)) / most;
      foot -= tall;
      if (tall === 0) return '';
      return markup`<rect class="${tone}" x="${((100 * at) / bins).toFixed(2)}%" y="${foot.toFixed(2)}%" width="${(85 / bins).toFixed(2)}%" height="${tall.toFixed(2)}%"/>`;
    });
  });
  return [
    markup`<section class="course"><h2>Rows over time</h2>
<p class="quantiles">At most ${inSecond(most)} rows a second${resumed > 0 ? '; pauses are left out' : ''}.</p>
<ul class="key">${used.map(({ tone, name }) => markup`<li><svg aria-hidden="true" width="11" height="11"><rect class="${tone}" width="11" height="11" rx="2"/></svg>${name}</li>`)}</ul>
<svg role="img" aria-label="${figure(rows.length)} rows over ${span(worked)}, at most ${inSecond(most)} a second" height="${height}">${drawn}</svg>
<p class="scale"><span>${localMoment(new Date(began))}</span><span>${resumed > 0 ? localMoment(new Date(last)) : `${span(worked)} later`}</span></p>
</section>`,
  ];
};

/** In milliseconds. */
const limits = [
  0,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((s) => s * 1000),
];

/** How long rows took from the permit of their request to their outcome. */
export const durationSection = (rows: readonly { line: number; took?: number | undefined }[]): Markup[] => {
  const known = rows.flatMap(({ line, took }) => (took === undefined ? [] : [{ line, took }]));
  known.sort((one, other) => one.took - other.took);
  const slowest = known.at(-1);
  if (!slowest) return [];
  const sorted = known.map(({ took }) => took);
  const at = (share: number) => span(quantile(sorted, share));
  const counts = limits.map(() => 0);
  for (const took of sorted) {
    const bin = limits.findLastIndex((limit) => limit <= took);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const bars = counts.map((count, bin) => {
    const [from = 0, to] = limits.slice(bin);
    return { text: to === undefined ? `${span(from)} or more` : `${span(from)} to ${span(to)}`, count };
  });
  const isUsed = ({ count }: { count: number }) => count > 0;
  const section = barSection({
    title: 'How long rows took',
    lead: `Half took at most ${at(0.5)}, nine in ten at most ${at(0.9)}; the slowest, on line ${slowest.line}, took ${span(slowest.took)}.`,
    of: 'Time',
    bars: bars.slice(bars.findIndex(isUsed), bars.findLastIndex(isUsed) + 1),
    total: known.length,
  });
  return [section];
};
