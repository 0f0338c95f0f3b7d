import { type Markup, markup } from '../html/document.ts';
import { outcomeWords } from '../runs/journal/state-words.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { marked, type Role, styleOf } from '../terminal/marks.ts';
import { figure } from '../words/counted.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'soft' | 'accent';

const tones = { green: 'good', yellow: 'warn', red: 'bad', dim: 'soft' } as const;

/** A word as a terminal shows it. */
export const tonedWord = (role: Role, word: string): { text: string; tone: Tone } => ({
  text: role === 'outcome' ? marked(role, word).replace(word, outcomeWords(word)) : marked(role, word),
  tone: tones[styleOf(role, word) ?? 'dim'],
});

interface Figure {
  title: string;
  /** What is counted by. */
  of: string;
  bars: readonly { text: string; count: number; tone?: Tone }[];
  /** The base of the shares. */
  total: number;
  /** Above the bars, and below them. */
  lead?: string;
  note?: string | false;
}

const share = (count: number, total: number): string =>
  total === 0 ? '' : `${((100 * count) / total).toFixed(1)}%`;

/** In percent; the shortest bar stays visible. */
const barWidth = (count: number, most: number): string =>
  count === 0 ? '0' : Math.max(0.6, (100 * count) / most).toFixed(2);

/** Counts as bars, in a table for screen readers. */
export const barSection = ({ title, of, bars, total, lead, note }: Figure): Markup => {
  const most = bars.reduce((greatest, { count }) => Math.max(greatest, count), 1);
  return markup`<section><h2>${escapeControls(title)}</h2>${lead && markup`<p class="quantiles">${lead}</p>`}<table class="bars">
<caption class="hidden">${escapeControls(title)}</caption>
<colgroup><col><col><col><col></colgroup>
<thead class="hidden"><tr><th scope="col">${of}</th><td></td><th scope="col">Count</th><th scope="col">Share</th></tr></thead>
<tbody>${bars.map(
    ({ text, count, tone = 'accent' }) =>
      markup`
<tr><th scope="row">${escapeControls(text)}</th><td class="bar"><svg aria-hidden="true" width="100%" height="12"><rect class="${tone}" width="${barWidth(count, most)}%" height="12" rx="2"/></svg></td><td class="count">${figure(count)}</td><td class="count soft">${share(count, total)}</td></tr>`,
  )}
</tbody>
</table>${note && markup`<p class="soft">${note}</p>`}</section>`;
};
