import { decisions, outcomes } from '../../../src/changes/outcome.ts';
import { rowCodes } from '../../../src/failure/codes.ts';
import type { JournalRecord } from '../../../src/runs/journal/records.ts';
import { fc } from '../../support/properties.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const row = fc.integer({ min: 1, max: 2_000_000 });
const inventory = fc.integer({ min: -10, max: 1_000_000 });

/** Any record that a journal can be given. */
export const anyRecord: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant('begun' as const), at: text, tool: text, pid: row }),
  fc.record(
    {
      ...{ kind: fc.constant('sent' as const), row, line: row, time: inventory, id: text },
      ...{ from: inventory, to: inventory, delta: inventory, key: text, sku: text, condition: text },
      ...{ had: fc.array(text, { maxLength: 3 }), isClosed: fc.constant(true as const) },
    },
    { requiredKeys: ['kind', 'row', 'line'] },
  ),
  fc.record(
    { kind: fc.constant('returned' as const), row, time: inventory },
    { requiredKeys: ['kind', 'row'] },
  ),
  fc.record(
    {
      ...{ kind: fc.constant('done' as const), row, line: row, time: inventory, id: text },
      outcome: fc.constantFrom(...outcomes),
      wasRefused: fc.constant(true as const),
      before: fc.option(inventory),
      after: fc.option(inventory),
      error: fc.record({ code: fc.constantFrom(...rowCodes), message: text }),
      ...{ url: text, wanted: text, condition: text, stateBefore: text },
    },
    { requiredKeys: ['kind', 'row', 'line', 'outcome'] },
  ),
  fc.record(
    { kind: fc.constant('resolved' as const), row, as: fc.constantFrom(...decisions), at: text, id: text },
    { requiredKeys: ['kind', 'row', 'as', 'at'] },
  ),
  fc.record({
    kind: fc.constant('end' as const),
    counts: fc.dictionary(fc.constantFrom(...outcomes), row),
    at: text,
  }),
);
