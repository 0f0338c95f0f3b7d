import { mostLevels, nestsTooDeep } from '../json/exact.ts';
import type { Shown } from '../terminal/columns.ts';
import type { Invocation } from './invocation.ts';
import type { Logger } from './logger.ts';

/**
 * The answer to a confirmed change, without fields that nest too deeply to be printed. The change must not look failed because
 * of an odd field in its confirmation: a script would repeat it.
 */
export const printableAnswer = (answer: Shown, { warn }: Pick<Logger, 'warn'>): Shown => {
  const deep = Object.keys(answer).filter((name) => nestsTooDeep(answer[name], mostLevels - 1));
  if (deep.length === 0) return answer;
  warn(`The change was made. Some fields of the answer are nested too deep to be shown: ${deep.join(', ')}.`);
  const rest: Record<string, unknown> = { ...answer };
  for (const name of deep) delete rest[name];
  return rest;
};

/** A person reads the output, and requested no format. */
export const isWatched = ({ io, settings }: Pick<Invocation, 'io' | 'settings'>): boolean =>
  io.stdout.isTTY === true &&
  io.stderr.isTTY === true &&
  settings.out === undefined &&
  settings.format === undefined;
