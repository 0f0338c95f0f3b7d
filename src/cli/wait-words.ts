import type { ClientEvent } from '../client/exchange.ts';

/** A shorter wait nobody wonders about. */
const shortestToMentionMs = 1_000;

/** Why a client waits, and how long; undefined where that need not be told. */
export const waitWords = (event: ClientEvent): string | undefined =>
  event.kind === 'wait' && event.milliseconds > shortestToMentionMs
    ? `${event.why.charAt(0).toUpperCase()}${event.why.slice(1)}. Trying again in ${(event.milliseconds / 1000).toFixed(1)} s…`
    : undefined;
