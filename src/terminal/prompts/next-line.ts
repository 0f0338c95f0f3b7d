import { once } from 'node:events';
import type { Interface } from 'node:readline';
import { Interrupted } from '../../failure/interrupted.ts';
import type { Io } from '../io.ts';

/** The next line, after which the interface is closed; undefined where the input ended instead. Ctrl-C and signals throw Interrupted. */
export const nextLine = async (io: Io, lines: Interface): Promise<string | undefined> => {
  const settled = new AbortController();
  const signal = AbortSignal.any([io.interruption, settled.signal]);
  try {
    return await Promise.race([
      once(lines, 'line', { signal }).then(([line]) => String(line)),
      once(lines, 'close', { signal }).then(() => undefined),
      once(lines, 'SIGINT', { signal }).then(() => Promise.reject(new Interrupted('SIGINT'))),
    ]);
  } catch (error) {
    io.interruption.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
    lines.close();
  }
};
