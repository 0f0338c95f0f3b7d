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
