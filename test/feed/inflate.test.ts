import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FeedTooLong } from '../../src/feed/feed-errors.ts';
import { inflated } from '../../src/feed/inflate.ts';
import { cutAt } from '../support/chunks.ts';

const mebibyte = 1024 * 1024;

/** A mebibyte of entries, each with an identifier of its own if it is to look like a feed. */
const piece = (isHonest: boolean) => {
  const entry = (number: number) =>
    `{"productID":"${isHonest ? number * 7919 : 0}","productDescription":"${'a coat, as good as new, '.repeat(20)}"},\n`;
  let text = '';
  for (let number = 1; text.length < mebibyte; number++) text += entry(number);
  return gzipSync(text.slice(0, mebibyte));
};

/** How many bytes a body unpacks to, or what it fails with. */
const lengthOf = async (bytes: Uint8Array, encoding: string): Promise<number | unknown> => {
  let length = 0;
  try {
    for await (const chunk of inflated(cutAt(bytes), encoding)) length += chunk.length;
    return length;
  } catch (error) {
    return error;
  }
};

// Pieces of gzip one behind the other are gzip, too.
const repeated = (gzip: Uint8Array, times: number) =>
  Buffer.concat(Array.from({ length: times }, () => gzip));
const bomb = repeated(piece(false), 300);

test.each([
  ['gzip', 'gzip', bomb],
  ['gzip in brotli', 'br', brotliCompressSync(bomb, { params: { 1: 3 } })],
  ['gzip in gzip, of which nothing comes out', '', repeated(gzipSync(repeated(gzipSync(''), 50_000)), 300)],
])('a bomb is given up: %s', async (_, encoding, bytes) => {
  const error = await lengthOf(bytes, encoding);
  expect(error).toBeInstanceOf(FeedTooLong);
  expect((error as Error).message).toBe(
    'the feed was refused: unpacked, it is longer than 256 MiB and more than 200 times as long as what was sent',
  );
});

test('a large feed whose products hardly differ is no bomb', async () => {
  const honest = piece(true);
  expect(mebibyte / honest.length).toBeGreaterThan(40);
  expect(await lengthOf(repeated(honest, 300), 'gzip')).toBe(300 * mebibyte);
});

test('a feed of less than 256 MiB is no bomb, however much it is packed', async () => {
  const small = repeated(gzipSync(Buffer.alloc(mebibyte, '{},')), 30);
  expect((30 * mebibyte) / small.length).toBeGreaterThan(200);
  expect(await lengthOf(small, '')).toBe(30 * mebibyte);
});
