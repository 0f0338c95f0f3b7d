import { stat } from 'node:fs/promises';
import type { FeedEvent } from '../../feed/events.ts';
import type { Invocation } from '../../line/invocation.ts';
import { hostLines, waitTeller } from '../../line/trace.ts';
import { startProgress } from '../../terminal/progress.ts';
import { capitalized } from '../../words/counted.ts';

/** Shows the progress of a download on stderr. */
export const showDownload = (invocation: Invocation, quiet = invocation.settings.quiet) => {
  const { io } = invocation;
  const progress = startProgress(io, { label: 'Downloading the feed', unit: 'bytes', quiet });
  const tellWait = waitTeller(invocation.warn);
  const observe = (event: FeedEvent): void => {
    switch (event.kind) {
      case 'asking':
        progress.update({ done: 0 });
        break;
      case 'progress':
        progress.update({ done: event.received, total: event.total });
        break;
      case 'wait':
        tellWait(event);
        break;
      case 'not-kept':
        invocation.warn(`${capitalized(event.reason)}. The feed is downloaded without being cached.`);
        break;
      default:
        invocation.trace()?.(hostLines(event));
    }
  };
  return { observe, stop: () => progress.stop() };
};

/** Shows on stderr how much of some files was read, unless output on the same terminal would tear the bar. */
export const showReading = async (invocation: Invocation, paths: readonly string[], isPrinting: boolean) => {
  const { io, settings } = invocation;
  const quiet = settings.quiet || (isPrinting && io.stdout.isTTY === true && settings.out === undefined);
  const progress = startProgress(io, { label: 'Reading', unit: 'bytes', quiet });
  // A missing file is reported when it is read.
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
