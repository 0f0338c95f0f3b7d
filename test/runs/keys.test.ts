import { describe, expect, it, test } from 'vitest';
import { bytesOfId, idOfBytes, keyOf } from '../../src/names/row-table.ts';
import type { PlanRow } from '../../src/runs/plan/plan-lines.ts';
import { isInPart } from '../../src/runs/recorded-run.ts';
import { fc } from '../support/properties.ts';

describe('the bytes of an id', () => {
  it('are those that it spells, and spell it again in small letters', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, isLarge) => {
        expect(idOfBytes(bytesOfId(isLarge ? id.toUpperCase() : id))).toBe(id);
      }),
    );
  });
});

describe('the key of a name', () => {
  test.each([
    [
      { by: 'id', value: '7D0F5A32-8C1E-4B8E-9A57-0C3F7A1D2E64' },
      { by: 'id', value: '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64' },
      true,
    ],
    [{ by: 'sku', value: 'A' }, { by: 'sku', value: 'A' }, true],
    [{ by: 'sku', value: 'A' }, { by: 'sku', value: 'a' }, false],
    [{ by: 'sku', value: 'A' }, { by: 'externalIdentifier', value: 'A' }, false],
  ] as const)('of %o and %o: the same, %s', (one, other, isSame) => {
    expect(keyOf(one).equals(keyOf(other))).toBe(isSame);
  });
});

describe('parts of a plan', () => {
  const partsWith = (row: PlanRow, count: number) =>
    Array.from({ length: count }, (_, at) => at + 1).filter((index) => isInPart(row, { index, count }));
  const number = fc.integer({ min: 1, max: 1_000_000 });
  const count = fc.integer({ min: 1, max: 64 });
  const anyRow = fc.record(
    { row: number, line: number, effect: fc.constant('set'), id: fc.uuid(), group: fc.string() },
    { requiredKeys: ['row', 'line', 'effect'] },
  );

  it('have each row in just one of them', () => {
    fc.assert(
      fc.property(anyRow, count, (row, count) => {
        expect(partsWith(row, count)).toHaveLength(1);
      }),
    );
  });

  it('have the rows of one listing, and those of one shipment, in one of them, wherever they stand', () => {
    fc.assert(
      fc.property(anyRow, anyRow, count, (one, other, count) => {
        const partOf = (row: PlanRow) => partsWith(row, count)[0];
        const id = one.id ?? '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
        const [lower, upper] = [
          { ...one, group: undefined, id },
          { ...other, group: undefined, id: id.toUpperCase() },
        ];
        expect(partOf(lower)).toBe(partOf(upper));
        const group = one.group ?? 'S-1';
        expect(partOf({ ...one, group })).toBe(partOf({ ...other, group }));
      }),
    );
  });

  it('are the same on every machine and in every version', () => {
    const idOf = (digit: number) =>
      `${String(digit).repeat(8)}-${'0000-'.repeat(3)}${String(digit).repeat(12)}`;
    const parts = [0, 1, 2, 3, 4, 5].map((digit) =>
      partsWith({ row: digit + 1, line: digit + 2, effect: 'set', id: idOf(digit) }, 8),
    );
    expect(parts.flat()).toEqual([5, 1, 8, 4, 6, 4]);
  });
});
