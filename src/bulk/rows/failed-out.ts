import { writeWhole } from '../../disk/whole-file.ts';
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
  let count = 0;
  const failed = async function* () {
    for await (const { number, raw } of input.rows()) {
      if (raw === '' || !isFailed(number)) continue;
      count += 1;
      yield raw;
    }
  };
  await writing(path, () => writeWhole(path, input.encode(failed())));
  return count;
};
