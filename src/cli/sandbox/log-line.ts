import type { RequestLogEntry } from '../../sandbox/host-guard.ts';
import type { Drawing } from '../../terminal/drawing.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { shorten, widthOf } from '../../terminal/width.ts';
import { localSecond } from '../../words/times.ts';

/** A request in the log of a sandbox whose output is not a terminal: with the whole time, for searching. */
export const logLine = (entry: RequestLogEntry, at: Date): string => {
  const { method, path, status, milliseconds, fault, isLimited } = entry;
  const mark = fault ? ` (fault: ${fault})` : isLimited ? ' (limit of --rate)' : '';
  return escapeControls(
    `${at.toISOString()} ${method} ${path} ${status} ${milliseconds.toFixed(0)} ms${mark}`,
  );
};

/** The same for a terminal: one line, in columns, with the status in colour. */
export const drawnLogLine = (entry: RequestLogEntry, at: Date, { width, theme }: Drawing): string => {
  const { method, path, status, milliseconds } = entry;
  const answer = status === 0 ? 'no answer' : String(status);
  const paint = status === 0 || status >= 500 ? theme.bad : status >= 400 ? theme.warn : theme.good;
  const mark = entry.fault ?? (entry.isLimited ? '--rate' : '');
  const before = `${localSecond(at)}  ${method.padEnd(5)} `;
  const took = `${milliseconds.toFixed(0)} ms`.padStart(7);
  const room = Math.max(
    10,
    Math.min(longestPath, width - before.length - answer.length - took.length - mark.length - 3),
  );
  const shown = shorten(escapeControls(path.replace(identifier, '$1…')), room);
  const gap = ' '.repeat(room - widthOf(shown));
  return `${theme.dim(before)}${shown}${gap} ${paint(answer)}${theme.dim(took)}${mark && `  ${mark}`}`;
};

const identifier = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** The path of an update of an inventory, whose identifier is shown by its beginning. */
const longestPath = '/v1/listings/90025b3b…/inventory'.length;
