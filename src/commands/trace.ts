import type { ClientEvent } from '../client/events.ts';
import { linesOf } from './trace-lines.ts';

const shortestWaitToMentionMs = 1_000;

/** Tells what a client does: to a trace everything, to a person only waits that one would wonder about. */
export const observer = (
  warn: (text: string) => void,
  trace: ((text: string) => void) | undefined,
): ((event: ClientEvent) => void) => {
  return (event) => {
    if (event.kind === 'wait' && event.milliseconds > shortestWaitToMentionMs)
      warn(`${sentence(event.why)} Trying again in ${(event.milliseconds / 1000).toFixed(1)} s…`);
    trace?.(linesOf(event).join('\n'));
  };
};

const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
