import type { ClientEvent } from '../client/client.ts';
import { redactor } from '../terminal/redact.ts';
import type { Settings } from './global-flags.ts';

const shortestWaitToMentionMs = 1_000;

/** Tells on stderr what a client does: with --debug everything, else only waits that a person would wonder about. */
export const observer = (
  { debug }: Settings,
  warn: (text: string) => void,
  write: (text: string) => void,
  secrets: ReadonlySet<string>,
): ((event: ClientEvent) => void) => {
  return (event) => {
    if (event.kind === 'wait' && event.milliseconds > shortestWaitToMentionMs)
      warn(`${sentence(event.why)} Trying again in ${(event.milliseconds / 1000).toFixed(1)} s…`);
    if (debug) write(redactor([...secrets])(`${linesOf(event).join('\n')}\n`));
  };
};

const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

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
        ...Object.entries(headers).map(([name, value]) => `< ${name}: ${value}`),
        ...(body === '' ? [] : [`< ${body}`]),
      ];
    }
    case 'failure':
      return [`! ${event.detail}, after ${event.milliseconds.toFixed(0)} ms`];
    case 'wait':
      return [`! waiting ${event.milliseconds.toFixed(0)} ms: ${event.why}`];
  }
};
