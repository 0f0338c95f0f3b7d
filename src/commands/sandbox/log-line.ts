import { faultKinds } from '../../sandbox/fault-kinds.ts';
import type { RequestLogEntry } from '../../sandbox/host-guard.ts';
import type { Drawing } from '../../terminal/drawing.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { shorten, widthOf } from '../../terminal/width.ts';
import { localSecond } from '../../words/times.ts';

/** A request in the log of a sandbox: one line, in columns, with the status in colour. */
export const logLine = (entry: RequestLogEntry, at: Date, { width, theme }: Drawing): string => {
  const { method, path, status, milliseconds, fault, isLimited } = entry;
  const paint = status === 0 || status >= 500 ? theme.bad : status >= 400 ? theme.warn : theme.good;
  // A fault that is named by its status needs no second number.
  const mark = fault ? fault.replace(/^\d+$/, 'injected') : isLimited ? '--rate' : '';
  const before = `${localSecond(at)}  ${method.padEnd(4)} `;
  const answer = (status === 0 ? '–' : `${status}`).padEnd(3);
  const took = `${milliseconds.toFixed(0)} ms`.padStart(8);
  const others = before.length + answer.length + took.length + '  '.length + longestMark + 2;
  const room = Math.max(10, Math.min(longestPath, width - others));
  const whole = escapeControls(path);
  const shown = widthOf(whole) > room ? shorten(whole.replace(identifier, '$1…'), room) : whole;
  const gap = ' '.repeat(room - widthOf(shown) + 2);
  return `${theme.dim(before)}${shown}${gap}${paint(answer)}${theme.dim(took)}${mark && `  ${mark}`}`;
};

const identifier = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

const longestMark = Math.max(...faultKinds.map(({ length }) => length));

const longestPath = '/v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory'.length;
