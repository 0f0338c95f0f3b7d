import { resolve } from 'node:path';
import type { Plugin } from 'rolldown';
import type { Broken } from '../gate/breakable.ts';
import { brokenIn } from '../gate/breaks.ts';
import { readSources, sourceOf } from '../gate/syntax.ts';

/** A fault that is put into the source while it is bundled, to see that it is found: found as in test/resilience/gate/breaks.txt. */
interface Break {
  /** The function, wherever it stands. */
  readonly in: string;
  readonly code: string;
  readonly becomes: string;
}

/** Where one guard stands behind another, a break takes away all of them. */
export const breaks = {
  'no-sync': [{ in: 'writeGroup', code: 'await this.#file.datasync();', becomes: 'nothing' }],
  'request-before-record': [
    { in: 'recordIntent', code: 'await run.journal.append(…)', becomes: 'void run.journal.append(…)' },
  ],
  'a-page-believed': [{ in: 'statusError', code: '!isServices && …', becomes: 'false' }],
  'one-reading': [{ in: 'agreedInventory', code: 'counts && … && …', becomes: 'true' }],
  'consent-not-kept': [{ in: 'send', code: 'row?.closes === true || …', becomes: 'true' }],
  'undo-twice': [{ in: 'undoOf', code: "join(path, 'undo')", becomes: "join(path, 'undo' + Date.now())" }],
  'removed-in-pieces': [
    { in: 'removeRun', code: 'await rename(…)', becomes: 'await rm(directory.path, { recursive: true })' },
  ],
  // Who writes behind another one finds a journal that is longer than its own.
  'lock-not-asked': [
    { in: 'check', code: 'if (isLost()) …', becomes: 'nothing' },
    { in: 'checkSize', code: 'size !== expected', becomes: 'false' },
  ],
} as const satisfies Readonly<Record<string, readonly Break[]>>;

const isBreak = (name: string): name is keyof typeof breaks => name in breaks;

/** One of the names, or a break as the gate writes it: `in FUNCTION: code → replacement`. */
const breaksOf = (said: string): readonly Break[] => {
  if (isBreak(said)) return breaks[said];
  const [, owner = '', code = '', becomes = ''] = /^in (\S+): (.+) → (.+)$/.exec(said) ?? [];
  if (owner === '') throw new Error(`there is no break ${said}: ${Object.keys(breaks).join(', ')}`);
  return [{ in: owner, code, becomes }];
};

/** The files with the faults in them. Fails, with what is alike, if the source has no such place any more, or several. */
export const brokenBy = (...said: readonly string[]): Broken[] => {
  let sources = readSources();
  const broken = new Map<string, Broken>();
  for (const { in: owner, code, becomes } of said.flatMap(breaksOf)) {
    const one = brokenIn(sources, owner, code, becomes);
    broken.set(one.file, one);
    sources = sources.map((source) => (source.file === one.file ? sourceOf(one.file, one.text) : source));
  }
  return [...broken.values()];
};

export const breaking = (...said: readonly string[]): Plugin => {
  const texts = new Map(brokenBy(...said).map(({ file, text }) => [resolve(file), text]));
  const left = new Set(texts.keys());
  return {
    name: 'break',
    load(id) {
      const code = texts.get(id);
      left.delete(id);
      return code === undefined ? undefined : { code, moduleType: 'ts' };
    },
    buildEnd(error) {
      if (!error && left.size > 0) throw new Error(`${[...left].join(', ')} is not in the bundle`);
    },
  };
};
