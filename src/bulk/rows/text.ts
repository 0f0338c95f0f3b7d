import { bytesOf, type RowSource } from './bytes.ts';
import { notRows, wrongEncoding } from './errors.ts';

/** The text of a UTF-8 file in chunks, without the byte order mark. Throws as `bytesOf` does, and if it is not UTF-8. */
export async function* textOf(source: RowSource, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Buffer): string => {
    let text: string;
    try {
      text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw wrongEncoding(source.called);
    }
    // In UTF-16, every other byte of most texts is zero.
    if (text.includes('\0')) throw wrongEncoding(source.called);
    return text;
  };
  let isFirst = true;
  for await (const chunk of bytesOf(source, signal)) {
    if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b)
      throw notRows(source.called, 'it is compressed with gzip');
    isFirst = false;
    yield decoded(chunk);
  }
  yield decoded();
}
