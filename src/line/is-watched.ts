import type { Invocation } from './invocation.ts';

/** A person reads the output, and requested no format. */
export const isWatched = ({ io, settings }: Pick<Invocation, 'io' | 'settings'>): boolean =>
  io.stdout.isTTY === true &&
  io.stderr.isTTY === true &&
  settings.out === undefined &&
  settings.format === undefined;
