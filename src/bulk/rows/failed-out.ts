import { wholeFile } from '../../disk/whole-file.ts';
import { writing } from './bytes.ts';
import type { RowFile } from './row-file.ts';

/**
 * Writes the failed rows of an input to a file, unchanged and in the same format, and returns how many. The file appears
 * under its name only when it is complete. Rows with an empty `raw` can't be written.
 */
export const writeFailed = async (
  input: RowFile,
  isFailed: (rowNumber: number) => boolean,
  path: string,
): Promise<number> => {
  const file = await writing(path, () => wholeFile(path));
  try {
    let count = 0;
    const failed = async function* () {
      for await (const { number, raw } of input.rows()) {
        if (raw === '' || !isFailed(number)) continue;
        count += 1;
        yield raw;
      }
    };
    for await (const piece of input.encode(failed()))
      await writing(path, () => file.write(Buffer.from(piece)));
    await writing(path, () => file.commit());
    return count;
  } catch (error) {
    await file.discard();
    throw error;
  }
};
