import { createHash } from 'node:crypto';
import { wholeFile } from '../../disk/whole-file.ts';
import { writing } from './bytes.ts';
import type { RowFile } from './row-file.ts';

/**
 * Writes the failed rows unchanged, and returns how many. The file appears when it is complete and `beforeItIsThere` has
 * resolved. Rows without a `raw` are left out.
 */
export const writeFailed = async (
  input: RowFile,
  isFailed: (rowNumber: number) => boolean,
  path: string,
  beforeItIsThere?: (sha256: string) => Promise<void>,
): Promise<number> => {
  let count = 0;
  const failed = async function* () {
    for await (const { number, raw } of input.rows()) {
      if (raw === '' || !isFailed(number)) continue;
      count += 1;
      yield raw;
    }
  };
  await writing(path, async () => {
    const file = await wholeFile(path);
    try {
      const hash = createHash('sha256');
      for await (const piece of input.encode(failed())) {
        const bytes = Buffer.from(piece);
        hash.update(bytes);
        await file.write(bytes);
      }
      await beforeItIsThere?.(hash.digest('hex'));
      await file.commit();
    } catch (error) {
      await file.discard();
      throw error;
    }
  });
  return count;
};
