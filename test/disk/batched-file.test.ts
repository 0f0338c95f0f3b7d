import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BatchedFile } from '../../src/disk/batched-file.ts';
import { fc, times } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const newFile = async () => {
  const folder = temporaryFolder();
  return join(folder, 'file');
};

test('pieces of any size follow one another, whether they are synced or only settled', async () => {
  const path = await newFile();
  const pieces = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (lengths, synced) => {
      const handle = await open(path, 'w');
      const file = new BatchedFile(handle, { synced });
      const written = lengths.map((length, index) => Buffer.alloc(length, index + 1));
      for (const piece of written) await file.write(piece);
      await (synced ? file.sync() : file.settle());
      await handle.close();
      expect(Buffer.concat(written).equals(await readFile(path))).toBe(true);
    }),
    { numRuns: times(30) },
  );
});

test('it continues after what is there', async () => {
  const path = await newFile();
  const handle = await open(path, 'w');
  await handle.write('earlier, ');
  const file = new BatchedFile(handle, { length: 9 });
  await file.write(Buffer.from('later'));
  await file.settle();
  await handle.close();
  expect(await readFile(path, 'utf8')).toBe('earlier, later');
  expect(file.length).toBe(14);
});

test('what is larger than is synced at once is there, too', async () => {
  const path = await newFile();
  const handle = await open(path, 'w');
  const file = new BatchedFile(handle, { synced: true });
  for (let piece = 0; piece < 70; piece++) await file.write(Buffer.alloc(1024 * 1024, piece));
  await file.sync();
  await handle.close();
  expect((await readFile(path)).at(-1)).toBe(69);
});

test('what the system takes only in part is written to its end', async () => {
  const path = await newFile();
  const handle = await open(path, 'w');
  // As where room is short for a moment.
  const writev = async (pieces: readonly Uint8Array[], position: number) =>
    handle.write(Buffer.concat(pieces), 0, 3, position);
  const scarce = { writev, write: handle.write.bind(handle) } as unknown as FileHandle;
  const file = new BatchedFile(scarce);
  for (const text of ['coat, ', 'hat, ', 'scarf']) await file.write(Buffer.from(text));
  await file.settle();
  await handle.close();
  expect(await readFile(path, 'utf8')).toBe('coat, hat, scarf');
});

test.skipIf(!existsSync('/dev/full'))('a disk that is full is told at the end at the latest', async () => {
  const handle = await open('/dev/full', 'r+');
  onTestFinished(() => handle.close());
  const file = new BatchedFile(handle);
  await file.write(Buffer.from('nowhere'));
  await expect(file.settle()).rejects.toThrow('ENOSPC');
});
