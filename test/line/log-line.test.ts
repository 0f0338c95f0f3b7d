import { expect, test } from 'vitest';
import { logLine } from '../../src/commands/sandbox/log-line.ts';
import type { RequestLogEntry } from '../../src/sandbox/host-guard.ts';
import { themeOf } from '../../src/terminal/drawing.ts';

const path = '/v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory';
const entries: RequestLogEntry[] = [
  { method: 'GET', path: '/v1/listings', status: 200, milliseconds: 3.4 },
  { method: 'PUT', path, status: 500, milliseconds: 61, fault: '500' },
  { method: 'PUT', path, status: 0, milliseconds: 2003, fault: 'lost-answer' },
  { method: 'PUT', path, status: 404, milliseconds: 2, fault: 'gateway-page' },
  { method: 'POST', path, status: 429, milliseconds: 1, isLimited: true },
];

const logged = (width: number): string[] =>
  entries.map((entry) => logLine(entry, new Date(2026, 10, 21, 9, 5, 7), { width, theme: themeOf(0) }));

test('the log of a sandbox: columns for each line, identifiers whole where they fit, a fault as a word', () => {
  expect(logged(101)).toEqual([
    '09:05:07  GET  /v1/listings                                                 200    3 ms',
    '09:05:07  PUT  /v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory  500   61 ms  injected',
    '09:05:07  PUT  /v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory  –   2003 ms  lost-answer',
    '09:05:07  PUT  /v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory  404    2 ms  gateway-page',
    '09:05:07  POST /v1/listings/90025b3b-3c3c-4d40-91b1-88d4177828cf/inventory  429    1 ms  --rate',
  ]);
  expect(logged(80)).toEqual([
    '09:05:07  GET  /v1/listings                            200    3 ms',
    '09:05:07  PUT  /v1/listings/90025b3b…/inventory        500   61 ms  injected',
    '09:05:07  PUT  /v1/listings/90025b3b…/inventory        –   2003 ms  lost-answer',
    '09:05:07  PUT  /v1/listings/90025b3b…/inventory        404    2 ms  gateway-page',
    '09:05:07  POST /v1/listings/90025b3b…/inventory        429    1 ms  --rate',
  ]);
});
