import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileWriter } from '../../src/files/whole-file.ts';
import { fc } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('pieces of any size follow one another, whether they are flushed or only written', async () => {
  const path = join(temporaryFolder(), 'file');
  const pieces = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (lengths, flush) => {
      const file = fileWriter(await open(path, 'w'), flush);
      const written = lengths.map((length, index) => Buffer.alloc(length, index + 1));
      for (const piece of written) await file.write(piece);
      await file.end();
      expect(Buffer.concat(written).equals(await readFile(path))).toBe(true);
    }),
    { numRuns: 12 },
  );
});

// /dev/full takes nothing; /dev/null takes everything, and can't be flushed.
test.runIf(existsSync('/dev/full')).each([
  [false, '/dev/full', 'ENOSPC'],
  [true, '/dev/null', 'EINVAL'],
])('what fails, with flush: %s, is told at the end at the latest', async (flush, device, code) => {
  const file = fileWriter(await open(device, 'r+'), flush);
  await file.write(Buffer.from('nowhere'));
  await expect(file.end()).rejects.toThrow(code);
  await expect(file.write(Buffer.from('more'))).rejects.toThrow(code);
  await file.close();
});
