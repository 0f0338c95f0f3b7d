import { type Markup, markup } from '../html/document.ts';
import { harmless } from '../terminal/harmless.ts';

/** What a colour says. */
export type Tone = 'good' | 'warn' | 'bad' | 'soft' | 'accent';

/** `1234567` → `1,234,567` */
export const grouped = (number: number): string => number.toLocaleString('en', { maximumFractionDigits: 2 });

/** One bar: its label, its count, and its colour. */
interface Figure {
  label: string;
  count: number;
  tone?: Tone;
}

const share = (count: number, total: number): string =>
  total === 0 ? '' : `${((100 * count) / total).toFixed(1)}%`;

/** The longest bar takes all the room there is; the shortest that is not nothing can still be seen. */
const barWidth = (count: number, most: number): string =>
  count === 0 ? '0' : Math.max(0.6, (100 * count) / most).toFixed(2);

/** Counts as bars, one below the other: a table, so whoever can't see them reads the same. */
export const barTable = (
  caption: string,
  head: string,
  figures: readonly Figure[],
  total: number,
): Markup => {
  const most = figures.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  return markup`<table class="bars">
<caption class="hidden">${caption}</caption>
<colgroup><col><col><col><col></colgroup>
<thead class="hidden"><tr><th scope="col">${head}</th><td></td><th scope="col">Count</th><th scope="col">Share</th></tr></thead>
<tbody>${figures.map(
    ({ label, count, tone = 'accent' }) =>
      markup`
<tr><th scope="row">${harmless(label)}</th><td class="bar"><svg aria-hidden="true" width="100%" height="12"><rect class="${tone}" width="${barWidth(count, most)}%" height="12" rx="2"/></svg></td><td class="count">${grouped(count)}</td><td class="count soft">${share(count, total)}</td></tr>`,
  )}
</tbody>
</table>`;
};

/** Facts, each with its name. Those without a text are left out. */
export const factList = (facts: readonly (readonly [name: string, text: string | undefined])[]): Markup =>
  markup`<dl class="facts">${facts.flatMap(([name, text]) =>
    text ? [markup`<div><dt>${name}</dt><dd>${harmless(text)}</dd></div>`] : [],
  )}</dl>`;
