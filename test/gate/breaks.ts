import { existsSync, readFileSync } from 'node:fs';
import type { Broken } from './breakable.ts';

/** One way to break the source, and where that must be seen. */
export interface Break {
  /** What is wrong then. */
  name: string;
  /** The test files of which at least one must fail; with `names`, by one of their tests of such names. */
  tests: readonly string[];
  names?: RegExp | undefined;
  /** The source with the fault; throws if it can't be broken in this way any more. */
  broken(): Broken;
}

/** Reads `breaks.txt`: paragraphs of a name, a file, a `-` line, a `+` line, and test files, perhaps with `-t NAMES`. */
export const readBreaks = (): Break[] =>
  readFileSync('test/gate/breaks.txt', 'utf8')
    .split(/\n{2,}/)
    .filter((paragraph) => !paragraph.startsWith('#'))
    .map(breakOf);

const breakOf = (paragraph: string): Break => {
  const [name = '', file = '', was = '', becomes = '', where = ''] = paragraph.trimEnd().split('\n');
  const [, files = '', names] = /^(.*?)(?: -t (.*))?$/.exec(where) ?? [];
  if (!was.startsWith('- ') || !/^\+( |$)/.test(becomes) || files === '')
    throw new Error(`test/gate/breaks.txt: this is no break:\n${paragraph}`);
  const tests = files.split(' ');
  return {
    name,
    tests,
    names: names === undefined ? undefined : new RegExp(names),
    broken() {
      const missing = [file, ...tests].find((path) => !existsSync(path));
      if (missing !== undefined) throw new Error(`there is no ${missing}`);
      const pieces = readFileSync(file, 'utf8').split(was.slice(2));
      if (pieces.length !== 2)
        throw new Error(`${file} has this ${pieces.length - 1} times, not once: ${was.slice(2)}`);
      return { file, text: pieces.join(becomes.slice(2)) };
    },
  };
};
