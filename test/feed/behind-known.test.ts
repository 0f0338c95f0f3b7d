import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behindKnown } from '../../src/feed/behind-known.ts';
import { ContentHash } from '../../src/feed/content-hash.ts';
import { FeedChanged } from '../../src/feed/errors.ts';
import { collected, cutAt } from '../support/chunks.ts';

const hashOf = (bytes: Uint8Array): string => {
  const hash = new ContentHash();
  hash.update(bytes);
  return hash.value();
};

const knownOf = (bytes: Uint8Array) => ({
  length: bytes.length,
  contentHash: hashOf(bytes),
});

const places = fc.array(fc.nat(), { maxLength: 12 });

test('what was passed on before is left out, however the bytes come', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1 }), fc.uint8Array(), places, async (before, rest, cuts) => {
      const again = cutAt(Buffer.concat([before, rest]), cuts);
      expect(await collected(behindKnown(again, knownOf(before)))).toEqual(Buffer.from(rest));
    }),
  ));

test('nothing is passed on of another file', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1 }),
      fc.uint8Array(),
      fc.nat(),
      places,
      async (before, rest, at, cuts) => {
        const other = Buffer.concat([before, rest]);
        other[at % before.length] = (other[at % before.length] as number) ^ 1;
        const passedOn: Uint8Array[] = [];
        const reading = (async () => {
          for await (const bytes of behindKnown(cutAt(other, cuts), knownOf(before))) passedOn.push(bytes);
        })();
        await expect(reading).rejects.toThrow(FeedChanged);
        expect(passedOn).toEqual([]);
      },
    ),
  ));

test('a file that is shorter is another one', async () => {
  const reading = collected(behindKnown(cutAt('[1,2'), knownOf(Buffer.from('[1,2]'))));
  await expect(reading).rejects.toThrow(FeedChanged);
});
