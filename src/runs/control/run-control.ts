import { setMaxListeners } from 'node:events';
import type { Interrupted } from '../../failure/failure.ts';
import type { ClientEvent } from '../../http/exchange.ts';
import type { Invocation } from '../../line/invocation.ts';
import { formatWait } from '../../line/trace.ts';
import { counted } from '../../words/counted.ts';
import { bulkFlags } from '../request/bulk-flags.ts';
import { stoppedByAnswers } from './stopping-answers.ts';

/** How long requests may continue after a signal, in milliseconds. */
const drainMs = { SIGINT: 30_000, SIGTERM: 10_000, SIGHUP: 10_000 } as const;

export type RunControl = Awaited<ReturnType<typeof createRunControl>>;

/**
 * The connections of a run, and how it is stopped: after a signal nothing more is sent, and requests in flight have some time
 * left.
 */
export const createRunControl = async (
  invocation: Invocation,
  {
    concurrency = bulkFlags.concurrency.default,
    options: { anyConstants = false },
  }: { concurrency?: number | undefined; options: { anyConstants?: boolean | undefined } },
) => {
  const { clock, interruption } = invocation.io;
  const limiter = await invocation.limiter();
  // Rows whose intent is being written to the disk leave the places in flight to others.
  const ahead = Math.floor(concurrency / 2);
  limiter.allow(concurrency, ahead);
  const ending = new AbortController();
  const stopping = new AbortController();
  // Every row in progress adds listeners.
  setMaxListeners(0, interruption, ending.signal, stopping.signal);
  // Rows that wait end with this error, which must not be taken for one of their own.
  const stop = (cause: unknown) => stopping.abort(new Error('The run was stopped.', { cause }));
  let underWay = 0;
  const onInterruption = () => {
    stop(interruption.reason);
    const { signal } = interruption.reason as Interrupted;
    if (underWay > 0) invocation.warn(stoppingWords(underWay, signal));
    clock
      .deadline(drainMs[signal])
      .addEventListener('abort', () => ending.abort(interruption.reason), { once: true });
  };
  if (interruption.aborted) onInterruption();
  else interruption.addEventListener('abort', onInterruption, { once: true });

  let wasTold = false;
  const observe = (event: ClientEvent) => {
    if (event.kind === 'request') underWay += 1;
    else if (event.kind !== 'wait') underWay -= 1;
    const words = wasTold ? undefined : formatWait(event);
    if (words === undefined) return;
    wasTold = true;
    invocation.warn(words);
  };
  const retry = { outlasts: true };
  const reader = await invocation.connect({ signal: interruption, retry, hasProgress: true });
  const client = await invocation.connect({
    signal: ending.signal,
    retry,
    noMoreAfter: { read: interruption, change: stopping.signal },
    anyConstants,
    observe,
    hasProgress: true,
  });
  return {
    /** Reads before the run; a signal aborts it at once. */
    reader,
    ...stoppedByAnswers(client, stop, clock, stopping.signal),
    limiter,
    mostAtOnce: concurrency + ahead,
    signal: ending.signal,
    /** How many requests of the run itself are in flight. */
    underWay: () => underWay,
    stop,
    stopping: stopping.signal,
    reason: () => (stopping.signal.reason as Error | undefined)?.cause,
  };
};

/** `Stopping: 12 requests in flight. Ctrl-C again stops at once.` */
const stoppingWords = (underWay: number, signal: Interrupted['signal']): string =>
  `Stopping: ${counted(underWay, 'request')} in flight. ${signal === 'SIGINT' ? 'Ctrl-C' : signal} again stops at once.`;
