import { Help } from 'commander';

/** A piece of a help topic: a paragraph, a heading, a list of terms with their meanings, or lines to type. */
export type Part =
  | string
  | { heading: string }
  | { rows: readonly (readonly [term: string, meaning: string])[] }
  | { lines: readonly string[] };

/** What help tells beside the commands. */
export interface Topic {
  name: string;
  /** One sentence, as the first help screen shows it. */
  summary: string;
  load: () => Promise<readonly Part[]>;
}

/** A help topic as it is read on a screen of some width. */
export const topicScreen = async ({ summary, load }: Topic, width: number): Promise<string> => {
  const helper = new Help();
  helper.prepareContext({ helpWidth: width });
  const parts = [`${summary}.`, ...(await load()).map((part) => partText(part, helper, width))];
  // What a heading or a sentence announces stands right below it.
  return `${parts.join('\n\n').replaceAll(':\n\n', ':\n')}\n`;
};

const partText = (part: Part, helper: Help, width: number): string => {
  if (typeof part === 'string') return helper.boxWrap(part, width);
  if ('heading' in part) return `${part.heading}:`;
  if ('lines' in part) return part.lines.map((line) => `  ${line}`).join('\n');
  const widest = Math.max(...part.rows.map(([term]) => term.length));
  return part.rows.map(([term, meaning]) => helper.formatItem(term, widest, meaning, helper)).join('\n');
};
