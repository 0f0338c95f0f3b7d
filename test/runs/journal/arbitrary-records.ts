import { outcomes } from '../../../src/changes/outcome.ts';
import { rowCodes } from '../../../src/failure/codes.ts';
import type { JournalRecord } from '../../../src/runs/journal/records.ts';
import { fc } from '../../support/properties.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const row = fc.integer({ min: 1, max: 2_000_000 });
const inventory = fc.integer({ min: -10, max: 1_000_000 });

/** Any record that a journal can be given. */
export const anyRecord: fc.Arbitrary<JournalRecord> = fc.oneof(
  fc.record({ kind: fc.constant('epoch' as const), at: text, tool: text, pid: row }),
  fc.record(
    {
      kind: fc.constant('intent' as const),
      row,
      line: row,
      time: inventory,
      id: text,
      from: inventory,
      to: inventory,
      delta: inventory,
      key: text,
    },
    { requiredKeys: ['kind', 'row', 'line'] },
  ),
  fc.record(
    {
      kind: fc.constant('outcome' as const),
      row,
      time: inventory,
      outcome: fc.constantFrom(...outcomes),
      id: text,
      before: fc.option(inventory),
      after: fc.option(inventory),
      error: fc.record({ code: fc.constantFrom(...rowCodes), message: text }),
    },
    { requiredKeys: ['kind', 'row', 'outcome'] },
  ),
  fc.record({
    kind: fc.constant('resolve' as const),
    row,
    as: fc.constantFrom('applied' as const, 'refused' as const, 'retry' as const),
    at: text,
  }),
  fc.record({
    kind: fc.constant('end' as const),
    counts: fc.dictionary(fc.constantFrom(...outcomes), row),
    at: text,
  }),
);
