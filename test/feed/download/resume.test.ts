import { describe, expect, test } from 'vitest';
import type { PartFacts } from '../../../src/feed/cache/part-file.ts';
import { continuationOf, restOf, withoutPassedOn } from '../../../src/feed/download/resume.ts';
import { FeedChanged } from '../../../src/feed/errors.ts';
import { collected, cutAt } from '../../support/chunks.ts';
import { fc } from '../../support/properties.ts';
import { contentHashOf } from '../getting.ts';

const part: PartFacts = { have: 40, total: 100, etag: '"one"', encoding: '' };

describe('what is requested after a part', () => {
  test.each<[string, Partial<PartFacts>, unknown]>([
    ['a strong ETag: the rest', {}, { from: 40, etag: '"one"', encoding: '' }],
    [
      'packed: the rest of the packed bytes',
      { encoding: 'gzip' },
      { from: 40, etag: '"one"', encoding: 'gzip' },
    ],
    ['a weak ETag: the whole', { etag: 'W/"one"' }, undefined],
    ['no ETag: the whole', { etag: undefined }, undefined],
    ['no byte: the whole', { have: 0 }, undefined],
  ])('%s', (_, more, rest) => {
    expect(restOf({ ...part, ...more })).toEqual(rest);
  });
});

describe('what the answer brings', () => {
  const range = 'bytes 40-99/100';
  test.each<[string, 200 | 206 | 416, string | undefined, string | undefined, Partial<PartFacts>, string]>([
    ['the rest', 206, range, '"one"', {}, 'rest'],
    ['the rest of a file whose length was not told', 206, range, '"one"', { total: undefined }, 'rest'],
    ['the rest of another file', 206, range, '"two"', {}, 'misfit'],
    ['the rest of a file without a name', 206, range, undefined, {}, 'misfit'],
    ['a rest that begins later', 206, 'bytes 41-99/100', '"one"', {}, 'misfit'],
    ['a rest that begins earlier', 206, 'bytes 0-99/100', '"one"', {}, 'misfit'],
    ['a piece of the rest', 206, 'bytes 40-59/100', '"one"', {}, 'misfit'],
    ['the rest of a longer file', 206, 'bytes 40-109/110', '"one"', {}, 'misfit'],
    ['the rest of a file of unknown length', 206, 'bytes 40-99/*', '"one"', {}, 'misfit'],
    ['a rest that is not described', 206, undefined, '"one"', {}, 'misfit'],
    ['the whole', 200, undefined, '"one"', {}, 'whole'],
    ['nothing, since all is there', 416, 'bytes */100', undefined, { have: 100 }, 'complete'],
    ['nothing, though not all is there', 416, 'bytes */100', undefined, {}, 'misfit'],
    ['nothing, since the file is shorter now', 416, 'bytes */40', undefined, {}, 'misfit'],
    ['nothing, and no length', 416, undefined, undefined, { have: 100 }, 'misfit'],
  ])('%s', (_, status, contentRange, etag, more, brings) => {
    expect(continuationOf({ ...part, ...more }, { status, contentRange, etag })).toBe(brings);
  });
});

describe('if the whole file comes again', () => {
  const passedOnOf = (bytes: Uint8Array) => ({
    length: bytes.length,
    contentHash: contentHashOf(bytes),
  });

  const places = fc.array(fc.nat(), { maxLength: 12 });

  test('what was passed on before is left out, however the bytes come', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1 }),
        fc.uint8Array(),
        places,
        async (before, rest, cuts) => {
          const again = cutAt(Buffer.concat([before, rest]), cuts);
          expect(await collected(withoutPassedOn(again, passedOnOf(before)))).toEqual(Buffer.from(rest));
        },
      ),
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
            for await (const bytes of withoutPassedOn(cutAt(other, cuts), passedOnOf(before)))
              passedOn.push(bytes);
          })();
          await expect(reading).rejects.toThrow(FeedChanged);
          expect(passedOn).toEqual([]);
        },
      ),
    ));

  test('a file that is shorter is another one', async () => {
    const reading = collected(withoutPassedOn(cutAt('[1,2'), passedOnOf(Buffer.from('[1,2]'))));
    await expect(reading).rejects.toThrow(FeedChanged);
  });
});
