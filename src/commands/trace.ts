import type { ClientEvent } from '../client/client.ts';
import type { Settings } from './global-flags.ts';

const shortestWaitToMentionMs = 1_000;

/** Tells on stderr what a client does: with --debug everything, else only waits that a person would wonder about. */
export const observer = (
  { debug }: Settings,
  warn: (text: string) => void,
  say: (text: string) => void,
): ((event: ClientEvent) => void) => {
  return (event) => {
    if (event.kind === 'wait' && event.milliseconds > shortestWaitToMentionMs)
      warn(`${sentence(event.why)} Trying again in ${(event.milliseconds / 1000).toFixed(1)} s…`);
    if (debug) say(linesOf(event).join('\n'));
  };
};

const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** Headers with which a gateway may hand out secrets of its own. */
const isSecret = /cookie|auth|token|key/i;

/** The query of a link is what opens it to whoever has it, as that of the feed. */
const withoutQueries = (text: string): string =>
  text.replace(/(https?:(?:\\?\/){2}[^\s"'<>?]*)\?[^\s"'<>]*/gi, '$1?***');

const linesOf = (event: ClientEvent): string[] => {
  switch (event.kind) {
    case 'request': {
      const { method, url, headers, body } = event.request;
      return [
        `> ${method} ${url}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`,
        ...Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`),
        ...(body === null ? [] : [`> ${JSON.stringify(body)}`]),
      ];
    }
    case 'answer': {
      const { status, headers, body } = event.answer;
      return [
        `< ${status} in ${event.milliseconds.toFixed(0)} ms`,
        ...Object.entries(headers).map(
          ([name, value]) => `< ${name}: ${isSecret.test(name) ? '***' : withoutQueries(value ?? '')}`,
        ),
        ...(body === '' ? [] : [`< ${withoutQueries(body)}`]),
      ];
    }
    case 'failure':
      return [`! ${event.detail}, after ${event.milliseconds.toFixed(0)} ms`];
    case 'wait':
      return [`! waiting ${event.milliseconds.toFixed(0)} ms: ${event.why}`];
  }
};
