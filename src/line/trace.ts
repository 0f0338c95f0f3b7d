import type { FeedEvent, HostEvent } from '../feed/events.ts';
import { maskedAddress, maskedBody, maskedHeader } from '../http/connection/link-masks.ts';
import type { ClientEvent } from '../http/exchange.ts';
import type { ShownRequest } from '../http/request.ts';
import type { WireAnswer } from '../http/sending.ts';
import { asWritten } from '../json/exact.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { stringify } from '../terminal/write-json.ts';
import { capitalized, counted } from '../words/counted.ts';
import type { Logger } from './logger.ts';

/** Reports what a client does: everything to the trace, and long waits to the user. */
export const observer = (
  { warn, redact }: Pick<Logger, 'warn' | 'redact'>,
  trace: ReturnType<Logger['trace']>,
): ((event: ClientEvent) => void) => {
  const tellWait = waitTeller(warn);
  return (event) => {
    tellWait(event);
    trace?.(linesOf(event, redact));
  };
};

/** A shorter wait needs no explanation. */
const shortestToMentionMs = 1_000;

/** Reports why a client waits for long, each reason once. */
export const waitTeller = (warn: Logger['warn']): ((event: ClientEvent | FeedEvent) => void) => {
  const reported = new Set<string>();
  return (event) => {
    const words = formatWait(event);
    if (words === undefined || event.kind !== 'wait' || reported.has(event.why)) return;
    reported.add(event.why);
    warn(words);
  };
};

/** A sentence about a wait; undefined if it is short. */
export const formatWait = (event: ClientEvent | FeedEvent): string | undefined =>
  event.kind === 'wait' && event.milliseconds > shortestToMentionMs
    ? `${capitalized(escapeControls(event.why))}. Trying again in ${(event.milliseconds / 1000).toFixed(1)} s…`
    : undefined;

/** A client's event for --debug: `>` for requests, `<` for answers, `!` for everything else. */
const linesOf = (event: ClientEvent, redact: Logger['redact']): string[] => {
  switch (event.kind) {
    case 'request':
      return requestLines(event.request(), event.attempt, redact);
    case 'answer':
      return [
        `< ${event.answer.status} in ${event.milliseconds.toFixed(0)} ms`,
        ...headerLines(event.answer.headers),
        ...bodyLines('<', event.answer.body, redact),
      ];
    case 'failure':
      return [`! ${event.detail}, after ${event.milliseconds.toFixed(0)} ms`];
    case 'wait':
      return [`! waiting ${event.milliseconds.toFixed(0)} ms: ${event.why}`];
  }
};

const requestLines = (
  { method, url, headers, body }: ShownRequest,
  attempt = 1,
  redact: Logger['redact'] = (text) => text,
): string[] => [
  `> ${method} ${url}${attempt > 1 ? ` (attempt ${attempt})` : ''}`,
  ...Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`),
  ...(body === null ? [] : bodyLines('>', stringify(asWritten(body)), redact)),
];

const longestBody = 64 * 1024;

/**
 * The lines of a body. Except for JSON, whose first line is unmistakable, each is marked, so that it can't pass for a line of
 * the trace itself.
 */
const bodyLines = (arrow: '<' | '>', body: string, redact: Logger['redact']): string[] => {
  if (body === '') return [];
  // Masked before it is cut: a partial secret at the end would not be found.
  const masked = redact(body);
  const lines = maskedBody(masked, longestBody)
    .split(/\r?\n/)
    .map((line, index) => `${arrow} ${index === 0 && /^[[{]/.test(line) ? '' : '| '}${line}`);
  const beyond = masked.length - longestBody;
  return beyond > 0 ? [...lines, `${arrow} and ${counted(beyond, 'more character')}`] : lines;
};

const headerLines = (headers: WireAnswer['headers']): string[] =>
  Object.entries(headers).map(([name, value = '']) => `< ${name}: ${maskedHeader(name, value)}`);

/** The exchange between this machine and the host of the feed, in the same form. */
export const hostLines = (event: HostEvent): string[] => {
  switch (event.kind) {
    case 'host-request':
      return requestLines({ ...event.request, url: maskedAddress(event.request.url) });
    case 'host-answer':
      return [
        `< ${event.status} in ${event.milliseconds.toFixed(0)} ms from ${event.host}, which holds the feed`,
        ...headerLines(event.headers),
      ];
    case 'host-end':
      return [`< ${event.bytes} bytes in ${event.milliseconds.toFixed(0)} ms from ${event.host}`];
  }
};
