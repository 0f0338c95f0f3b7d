/**
 * Transcripts are what a person could type and see, as text; README.md beside this file says how they are written. This file
 * reads and writes them, and knows nothing of how they are played.
 */

/** A command line, and what came of it. */
export interface Step {
  /** What stands before it as it is: comments, files, answers of the service, and blank lines. */
  before: readonly string[];
  /** How many columns its terminal has; nothing where it is in a pipe. */
  columns: number | undefined;
  line: string;
  /** What was printed: stderr behind `! `. */
  screen: readonly string[];
  /** Requests behind `> `, and exit codes, its own and behind `then` those of lines that it proposes: what an update never changes. */
  facts: readonly string[];
}

/** Steps that share a shop and a folder. */
export interface Scene {
  /** `## ` and what it shows. */
  title: string;
  steps: readonly Step[];
  /** What stands behind the last step. */
  after: readonly string[];
}

/** A file of scenes. */
export interface Transcript {
  before: readonly string[];
  scenes: readonly Scene[];
}

const prompt = /^(\d*)\$ (.*)$/;
const isFact = (line: string) => /^(> |(?:then )?exit \d+$)/.test(line);
/** A line that can't be part of a screen: what is printed like it stands behind a backslash. */
const isOurs = (line: string) =>
  prompt.test(line) ||
  isFact(line) ||
  /^(## |# |-- |< |late$|killed |dead |busy |sandbox |listing |unset |fill )/.test(line) ||
  line === '';

export const readTranscript = (text: string): Transcript => {
  const [before = [], ...scenes] = splitBefore(text.trimEnd().split('\n'), (line) => line.startsWith('## '));
  return { before, scenes: scenes.map(readScene) };
};

/** Lines, in pieces of which each but the first begins with such a line. */
const splitBefore = (lines: readonly string[], begins: (line: string) => boolean): string[][] => {
  const pieces: string[][] = [[]];
  for (const line of lines) {
    if (begins(line)) pieces.push([]);
    pieces.at(-1)?.push(line);
  }
  return pieces;
};

const readScene = ([title = '', ...lines]: readonly string[]): Scene => {
  const steps: Step[] = [];
  let before: string[] = [];
  let at = 0;
  for (; at < lines.length; at += 1) {
    const [, columns, line] = prompt.exec(lines[at] ?? '') ?? [];
    if (line === undefined) {
      before.push(lines[at] ?? '');
      continue;
    }
    const output: string[] = [];
    while (at + 1 < lines.length && (!isOurs(lines[at + 1] ?? '') || isFact(lines[at + 1] ?? '')))
      output.push(lines[++at] ?? '');
    steps.push({
      before,
      columns: columns ? Number(columns) : undefined,
      line,
      screen: output.filter((shown) => !isFact(shown)),
      facts: output.filter(isFact),
    });
    before = [];
  }
  return { title, steps, after: before };
};

/** The inverse of `readTranscript`. */
export const written = ({ before, scenes }: Transcript): string =>
  `${[...before, ...scenes.flatMap((scene) => [scene.title, ...scene.steps.flatMap(stepLines), ...scene.after])].join('\n')}\n`;

const stepLines = ({ before, columns, line, screen, facts }: Step) => [
  ...before,
  `${columns ?? ''}$ ${line}`,
  ...screen,
  ...facts,
];

/** What was printed, as the lines of a screen: stderr behind `! `. */
export const screenOf = (printed: readonly { on: 'stdout' | 'stderr'; text: string }[]): string[] => {
  const lines: string[] = [];
  let open: string | undefined;
  for (const { on, text } of printed) {
    const mark = on === 'stderr' ? '! ' : '';
    for (const piece of text.split(/(?<=\n)/).filter((piece) => piece !== '')) {
      if (open === on) lines[lines.length - 1] += piece.replace(/\n$/, '');
      else lines.push(`${mark}${piece.replace(/\n$/, '')}`);
      open = piece.endsWith('\n') ? undefined : on;
    }
  }
  return lines.map((line) => line.trimEnd()).map((line) => (isOurs(line) ? `\\${line}` : line));
};
