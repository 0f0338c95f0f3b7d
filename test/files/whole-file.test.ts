import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileWriter } from '../../src/files/whole-file.ts';
import { fc } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('pieces of any size follow one another', async () => {
  const path = join(temporaryFolder(), 'file');
  const pieces = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pieces, async (lengths) => {
      const file = fileWriter(await open(path, 'w'));
      const written = lengths.map((length, index) => Buffer.alloc(length, index + 1));
      for (const piece of written) await file.write(piece);
      await file.end();
      expect(Buffer.concat(written).equals(await readFile(path))).toBe(true);
    }),
    { numRuns: 12 },
  );
});

// /dev/full takes nothing; /dev/null takes everything, and can't be synced, which is first tried behind 16 MiB.
test.runIf(existsSync('/dev/full')).each([
  ['a write', '/dev/full', 1, 'ENOSPC'],
  ['the sync at the end', '/dev/null', 1, 'EINVAL'],
  ['one while more is written', '/dev/null', 17, 'EINVAL'],
])('where %s fails, the end does', async (_, device, pieces, code) => {
  const file = fileWriter(await open(device, 'r+'));
  for (let piece = 0; piece < pieces; piece += 1)
    await file.write(Buffer.alloc(1024 * 1024)).catch(() => undefined);
  await expect(file.end()).rejects.toThrow(code);
  await file.close();
});

// As after EIO: the next sync of the file succeeds, though a piece is lost.
test('what the system says once of a disk that fails, the end says', async () => {
  const path = join(temporaryFolder(), 'file');
  const datasync = () => Promise.reject(new Error('EIO'));
  const file = fileWriter(Object.assign(await open(path, 'w'), { datasync }));
  for (let piece = 0; piece < 17; piece += 1) await file.write(Buffer.alloc(1024 * 1024));
  await expect(file.end()).rejects.toThrow('EIO');
  await file.close();
});
