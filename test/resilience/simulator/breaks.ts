import { resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import type { Broken } from '../gate/breakable.ts';
import { brokenIn } from '../gate/breaks.ts';
import { readSources } from '../gate/syntax.ts';

/** A fault that is put into the source while it is bundled, to see that it is found: found as in test/resilience/gate/breaks.txt. */
interface Break {
  /** The function, wherever it stands. */
  readonly in: string;
  readonly code: string;
  readonly becomes: string;
}

export const breaks = {
  'no-sync': { in: 'writeGroup', code: 'await this.#file.datasync();', becomes: 'nothing' },
  'request-before-record': {
    in: 'send',
    code: 'await run.journal.append(…)',
    becomes: 'void run.journal.append(…)',
  },
  'a-page-believed': { in: 'statusError', code: '!isServices && …', becomes: 'false' },
  'one-reading': { in: 'agreedInventory', code: 'counts && … && …', becomes: 'true' },
  'consent-not-kept': {
    in: 'send',
    code: 'row?.closes === true || …',
    becomes: 'true',
  },
  'undo-twice': {
    in: 'undoOf',
    code: 'join(path, undoFolder)',
    becomes: 'join(path, undoFolder + Date.now())',
  },
  'lock-not-asked': { in: 'check', code: 'if (isLost()) …', becomes: 'nothing' },
} as const satisfies Readonly<Record<string, Break>>;

const isBreak = (name: string): name is keyof typeof breaks => name in breaks;

/** One of the names, or a break as the gate writes it: `in FUNCTION: code → replacement`. */
const breakOf = (said: string): Break => {
  if (isBreak(said)) return breaks[said];
  const [, owner = '', code = '', becomes = ''] = /^in (\S+): (.+) → (.+)$/.exec(said) ?? [];
  if (owner === '') throw new Error(`there is no break ${said}: ${Object.keys(breaks).join(', ')}`);
  return { in: owner, code, becomes };
};

/** The file with the fault in it. Fails, with what is alike, if the source has no such place any more, or several. */
export const brokenBy = (said: string): Broken => {
  const { in: owner, code, becomes } = breakOf(said);
  return brokenIn(readSources(), owner, code, becomes);
};

export const breaking = (said: string): Plugin => {
  const { file, text } = brokenBy(said);
  let isDone = false;
  return {
    name: 'break',
    load(id) {
      if (id !== resolve(file)) return undefined;
      isDone = true;
      return { code: text, moduleType: 'ts' };
    },
    buildEnd(error) {
      if (!error && !isDone) throw new Error(`${file} is not in the bundle`);
    },
  };
};
