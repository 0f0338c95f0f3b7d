import { stat } from 'node:fs/promises';
import { startProgress } from '../../terminal/progress.ts';
import type { Invocation } from '../invocation.ts';

/** Shows on stderr how much of some files was read. A bar would be torn by what is printed on the same terminal. */
export const watchReading = async (invocation: Invocation, paths: readonly string[], isPrinting: boolean) => {
  const { io, settings } = invocation;
  const quiet = settings.quiet || (isPrinting && io.stdout.isTTY === true && settings.out === undefined);
  const progress = startProgress(io, { label: 'Reading', unit: 'bytes', quiet });
  // A file that is not there is told where it is read.
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  return {
    onBytes: (bytes: number) => {
      done += bytes;
      progress.update({ done, total });
    },
    stop: () => progress.stop(),
  };
};
