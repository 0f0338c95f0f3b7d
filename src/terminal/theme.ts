import { Chalk, type ColorSupportLevel } from 'chalk';
import type { Column } from './columns.ts';
import type { Io, Output } from './io.ts';

/** How many colours a stream gets: 0 none, 1 the basic sixteen, 2 and 3 more. */
export type ColorLevel = ColorSupportLevel;

type Role = NonNullable<Column['role']>;
type Style = 'green' | 'yellow' | 'red' | 'dim';

/** Words that stand out. Each says by itself what its colour says, so that nothing is told by colour alone. */
const words: Record<Role, Readonly<Record<string, Style>>> = {
  state: { OPEN: 'green', CLOSED: 'dim' },
  condition: { NEW_WITH_TAGS: 'green', NEW_WITHOUT_TAGS: 'green', MINOR_DEFECT: 'yellow' },
  outcome: {
    applied: 'green',
    converged: 'green',
    unchanged: 'dim',
    skipped: 'dim',
    refused: 'red',
    unsent: 'yellow',
    unknown: 'red',
  },
};

/** The named styles of a stream. Each takes plain text and gives it back with the colours the stream gets. */
export interface Theme {
  heading(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Paints `text` as the word of the role wants; other words, and columns without a role, stay plain. */
  paint(role: Role | undefined, word: string, text?: string): string;
}

/** The styles at a colour level; at level 0 all of them leave the text as it is. */
export const themeOf = (level: ColorLevel): Theme => {
  const chalk = new Chalk({ level });
  return {
    heading: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red(text),
    paint: (role, word, text = word) => {
      const style = role && Object.hasOwn(words[role], word) ? words[role][word] : undefined;
      return style ? chalk[style](text) : text;
    },
  };
};

/** How many colours a stream gets: --no-color, NO_COLOR, FORCE_COLOR, TERM=dumb, and last whether it is a terminal. */
export const colorLevel = (
  stream: Pick<Output, 'isTTY'>,
  env: Io['env'],
  noColorFlag: boolean,
): ColorLevel => {
  if (noColorFlag || env.NO_COLOR) return 0;
  if (env.FORCE_COLOR) return forcedLevel(env.FORCE_COLOR);
  if (env.TERM === 'dumb') return 0;
  return stream.isTTY ? 1 : 0;
};

const forcedLevel = (value: string): ColorLevel => {
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  return value === '3' ? 3 : 1;
};
