import { type Entry, fitted, termLines } from './lines.ts';

/** A piece of a help topic: a paragraph, a heading, a list of terms with their meanings, or lines to type. */
export type Part = string | { heading: string } | { rows: readonly Entry[] } | { lines: readonly string[] };

/** A help topic: what help says besides the commands. */
export interface Topic {
  name: string;
  /** One sentence, as the first help screen shows it. */
  summary: string;
  load: () => Promise<readonly Part[]>;
}

/** A help topic as it is read on a screen of some width. */
export const topicScreen = async ({ summary, load }: Topic, columns: number): Promise<string> => {
  const parts = [fitted(`${summary}.`, columns), ...(await load()).map((part) => partText(part, columns))];
  // What a heading or a sentence announces follows directly below it.
  return `${parts.join('\n\n').replaceAll(':\n\n', ':\n')}\n`;
};

const partText = (part: Part, columns: number): string => {
  if (typeof part === 'string') return fitted(part, columns);
  if ('heading' in part) return fitted(`${part.heading}:`, columns);
  return 'lines' in part ? part.lines.map((line) => `  ${line}`).join('\n') : termLines(part.rows, columns);
};
