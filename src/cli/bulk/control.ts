import { setMaxListeners } from 'node:events';
import { Slots } from '../../bulk/slots.ts';
import type { Client } from '../../client/client.ts';
import { CallError } from '../../client/errors.ts';
import type { ClientEvent } from '../../client/exchange.ts';
import type { Invocation } from '../invocation.ts';
import { waitWords } from '../trace.ts';
import { bulkFlags } from './flags.ts';

/** The reins of a run: its own connection, how much goes on at once, and whether it is to stop. */
export interface Control {
  /** For what comes before the run: it ends at once where the tool is asked to stop. */
  reader: Client;
  client: Client;
  slots: Slots;
  /** Ends what is under way. */
  signal: AbortSignal;
  /** No further row is to be sent. The first reason holds. */
  stop(reason: unknown): void;
  stopped(): boolean;
  /** Why it was stopped. */
  reason(): unknown;
  /** How often the service asked for fewer requests. */
  waits(): number;
  /** Has every wait told that one would wonder about. */
  onLongWait(tell: (why: string) => void): void;
}

/** How long what is under way may take to end once the tool is asked to stop, in milliseconds. */
const drainMs = { SIGINT: 30_000, SIGTERM: 10_000, SIGHUP: 10_000 } as const;

/** How often a row is sent again that the service has no time for: an overnight run outlasts a busy hour. */
const maxThrottled = 100;

export const takeControl = async (
  invocation: Invocation,
  concurrency: number = bulkFlags.concurrency.default,
  anyConstants = false,
): Promise<Control> => {
  const { interruption } = invocation.io;
  const slots = new Slots(concurrency);
  const ending = new AbortController();
  // Every row under way listens to it.
  setMaxListeners(0, ending.signal);
  let stopReason: { reason: unknown } | undefined;
  let waits = 0;
  const stop = (reason: unknown) => {
    stopReason ??= { reason };
  };
  const onInterruption = () => {
    stop(interruption.reason);
    const { signal } = interruption.reason as { signal: keyof typeof drainMs };
    setTimeout(() => ending.abort(interruption.reason), drainMs[signal]).unref();
  };
  if (interruption.aborted) onInterruption();
  else interruption.addEventListener('abort', onInterruption, { once: true });

  let tellOfWait: ((why: string) => void) | undefined;
  const observe = (event: ClientEvent) => {
    const words = waitWords(event);
    if (words !== undefined) tellOfWait?.(words);
    const isAsked = event.kind === 'answer' && [429, 503].includes(event.answer.status);
    if (isAsked) waits += 1;
    if (isAsked || (event.kind === 'failure' && event.isShortage)) slots.lower(performance.now());
  };
  const reader = await invocation.connect({ signal: interruption, retry: { maxThrottled }, isWatched: true });
  const client = await invocation.connect({
    signal: ending.signal,
    connections: concurrency + 4,
    retry: { maxThrottled },
    anyConstants,
    observe,
    isWatched: true,
  });
  return {
    reader,
    client: stoppedByRedirects(client, stop),
    slots,
    signal: ending.signal,
    stop,
    stopped: () => stopReason !== undefined,
    reason: () => stopReason?.reason,
    waits: () => waits,
    onLongWait: (tell) => {
      tellOfWait = tell;
    },
  };
};

/** Whether an error tells of a redirect, which is no matter of one row. */
export const isRedirect = (error: unknown): error is CallError =>
  error instanceof CallError && error.reason === 'redirect';

/**
 * Where one change is redirected, each would be: the base URL is wrong. The run stops at once, and not when the row has
 * rested, since by then thousands would have followed it. What it is stopped by speaks of those, which are not sent.
 */
const stoppedByRedirects = (client: Client, stop: Control['stop']): Client => {
  const call: Client['call'] = (name, input, options) =>
    client.call(name, input, options).catch((error: unknown) => {
      if (isRedirect(error)) stop(new CallError('not-sent', error.reason, error.facts, { cause: error }));
      throw error;
    });
  return { ...client, call };
};
