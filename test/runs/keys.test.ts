import { describe, expect, it, test } from 'vitest';
import { isInShard } from '../../src/runs/plan/plan-row.ts';
import { bytesOfId, idOfBytes, keyOf } from '../../src/runs/plan/row-table.ts';
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

describe('shards', () => {
  it('have every key in just one of them', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 64 }), (id, count) => {
        const inside = Array.from({ length: count }, (_, at) => at + 1).filter((index) =>
          isInShard(bytesOfId(id), { index, count }),
        );
        expect(inside).toHaveLength(1);
      }),
    );
  });

  it('are the same on every machine and in every version', () => {
    const ids = ['0', '1', '2', '3', '4', '5'].map((digit) =>
      digit.repeat(8).concat(`-${'0000-'.repeat(3)}`, '0'.repeat(12)),
    );
    const shardOf = (id: string) =>
      [1, 2, 3, 4, 5, 6, 7, 8].find((index) => isInShard(bytesOfId(id), { index, count: 8 }));
    expect(ids.map(shardOf)).toEqual([8, 8, 8, 5, 3, 5]);
  });
});
