import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from '../../../src/feed/judging/batch.ts';

test('what comes out is what went in, in pieces that have their memory for themselves', () =>
  fc.assert(
    fc.property(fc.array(fc.nat(600_000), { maxLength: 12 }), fc.boolean(), (sizes, givesBack) => {
      const batch = new Batch();
      const given = sizes.map((size, number) => Buffer.alloc(size, number + 1));
      const came: Buffer[] = [];
      const take = (pieces: Iterable<Uint8Array>) => {
        for (const piece of pieces) {
          came.push(Buffer.from(piece));
          expect(piece.byteOffset).toBe(0);
          const memory = piece.buffer as ArrayBuffer;
          if (givesBack) batch.reuse(structuredClone(memory, { transfer: [memory] }));
        }
      };
      for (const bytes of given) take(batch.add(bytes));
      take(batch.rest());
      take(batch.rest());
      expect(Buffer.concat(came).equals(Buffer.concat(given))).toBe(true);
    }),
    { numRuns: 20 },
  ));
