import { expect, test } from 'vitest';
import type { Journal } from '../../src/bulk/journal/journal.ts';
import type { PlannedRow } from '../../src/bulk/plan.ts';
import { ResumeState } from '../../src/bulk/resume-state.ts';
import { runRows } from '../../src/bulk/run-rows.ts';
import { GradeItems, grade } from '../../src/changes/grade.ts';
import type { Client } from '../../src/client/client.ts';
import { Governor } from '../../src/client/governor.ts';
import type { Grading } from '../../src/service/grading.ts';
import { leapingClock } from '../support/clock.ts';

/** Two rows of one shipment. */
async function* rows(): AsyncGenerator<PlannedRow> {
  for (const number of [1, 2])
    yield {
      row: { number, line: number + 1, fields: {}, raw: '' },
      planned: new GradeItems([{ id: `item-${number}`, condition: 'GOOD' }], 'shipment'),
    };
}

test.each([
  ['one request', grade, 1],
  ['one request each, where their operation does not combine them', withoutGroups(), 2],
])('the rows of a group are sent in %s', async (_, operation, requests) => {
  const sent: unknown[] = [];
  const reported: unknown[] = [];
  await runRows(rows(), {
    operation,
    client: {
      call: async (name: string, request: { body: Grading }) => {
        sent.push(name);
        return request.body;
      },
    } as unknown as Client,
    journal: { append: async () => {}, enqueue: () => {} } as unknown as Journal,
    governor: new Governor(),
    concurrency: 2,
    patience: { settleMs: 0, clock: leapingClock(), signal: new AbortController().signal },
    onConflict: 'fail',
    mayClose: false,
    recordsAll: false,
    state: new ResumeState(),
    open: new Map(),
    stop: () => {},
    stopping: new AbortController().signal,
    unrecorded: () => {},
    remark: () => {},
    report: ({ line, id, outcome }) => reported.push([line, id, outcome]),
    redact: (text) => text,
    waitForReports: () => undefined,
  });
  expect(sent).toHaveLength(requests);
  expect(reported.sort()).toEqual([
    [2, 'item-1', 'applied'],
    [3, 'item-2', 'applied'],
  ]);
});

function withoutGroups() {
  const { groups: _, ...operation } = grade;
  return operation;
}
