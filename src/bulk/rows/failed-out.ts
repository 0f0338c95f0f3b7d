import { writeWhole } from '../../disk/whole-file.ts';
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
  await writing(path, () =>
    writeWhole(path, input.encode(failed()), {
      beforeItIsThere: async (sha256) => (count > 0 ? beforeItIsThere?.(sha256) : undefined),
    }),
  );
  return count;
};
