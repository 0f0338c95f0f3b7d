import { InvalidKeyCommand } from './errors.ts';

/** A text between quotes, an escaped character, a run of blanks, or any other character. */
const pieces = /'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<blank>\s+)|(?<plain>.)/gsu;

const shellOnly = /[|&;<>`$]/;

/** Splits a command line into words as a shell does. Refuses what only a shell can do, and relative paths of programs. */
export const splitCommand = (line: string): [file: string, ...rest: string[]] => {
  const words: string[] = [];
  let word: string | undefined;
  for (const { groups = {} } of line.matchAll(pieces)) {
    const { single, double, escaped, blank, plain } = groups;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (plain === "'" || plain === '"') throw new InvalidKeyCommand('has a quote that is never closed');
    const forShell = shellOnly.exec(plain ?? '') ?? /[`$]/.exec(double ?? '');
    if (forShell) throw new InvalidKeyCommand(`contains ${forShell[0]}, which needs a shell`, true);
    const text = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '';
    word = (word ?? '') + text;
  }
  if (word !== undefined) words.push(word);
  const [file, ...rest] = words;
  if (!file) throw new InvalidKeyCommand('names no program');
  if (/[\\/]/.test(file) && !/^([\\/]|[a-z]:)/i.test(file))
    throw new InvalidKeyCommand(
      'names its program by a relative path; name it as it is on the PATH, or by an absolute one',
    );
  return [file, ...rest];
};
