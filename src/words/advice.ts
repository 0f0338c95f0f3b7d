/** Sentences that end with a colon, and the command line that they are about. */
interface Proposal {
  readonly say: string;
  /** Made by resale-line.ts. A terminal shows it on its own line; lines are never parsed out of sentences, which may be foreign. */
  readonly line: string;
}

/** What to do: sentences, or a proposal. */
export type Advice = string | Proposal;

export const proposal = (say: string, line: string): Proposal => ({ say, line });

/** In one text, for programs: `To see all: resale runs list`. */
export const inOneText = (advice: Advice): string =>
  typeof advice === 'string' ? advice : `${advice.say} ${advice.line}`;

/** With sentences before it. */
export const prefixed = (before: string, advice: Advice | undefined, between = ' '): Advice =>
  advice === undefined || advice === ''
    ? before
    : before === ''
      ? advice
      : typeof advice === 'string'
        ? `${before}${between}${advice}`
        : { ...advice, say: `${before}${between}${advice.say}` };

/** With another text in place of each of its texts. */
export const mapped = (advice: Advice, change: (text: string) => string): Advice =>
  typeof advice === 'string' ? change(advice) : { say: change(advice.say), line: change(advice.line) };
