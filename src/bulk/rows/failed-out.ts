import { wholeFile } from '../../disk/whole-file.ts';
import { writing } from './bytes.ts';
import type { RowFile } from './row-file.ts';

const batchLength = 64 * 1024;

/**
 * Writes the failed rows of an input to a file, unchanged and in the same format, and returns how many. The file appears
 * under its name only when it is complete. Rows with an empty `raw` can't be written. Throws `UnwritableRows`.
 */
export const writeFailed = async (
  input: RowFile,
  isFailed: (rowNumber: number) => boolean,
  path: string,
): Promise<number> => {
  const file = await writing(path, () => wholeFile(path));
  try {
    const write = (text: string) => writing(path, () => file.write(Buffer.from(text)));
    const count = await writeRows(input, isFailed, write);
    await writing(path, () => file.commit());
    return count;
  } catch (error) {
    await file.discard();
    throw error;
  }
};

const writeRows = async (
  { frame, rows }: RowFile,
  isFailed: (rowNumber: number) => boolean,
  write: (text: string) => Promise<void>,
): Promise<number> => {
  let count = 0;
  let text = frame.before;
  for await (const { number, raw } of rows()) {
    if (raw === '' || !isFailed(number)) continue;
    text += count === 0 ? raw : frame.between + raw;
    count += 1;
    if (text.length < batchLength) continue;
    await write(text);
    text = '';
  }
  await write(text + (count === 0 ? '' : frame.afterLast) + frame.after);
  return count;
};
