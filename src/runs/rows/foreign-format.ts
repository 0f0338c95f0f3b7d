/** What other formats begin with. */
const signs: readonly (readonly [string | readonly number[], string])[] = [
  [[0x1f, 0x8b], 'it is compressed with gzip'],
  [[0x1f, 0x9d], 'it is compressed with compress (.Z)'],
  ['BZh', 'it is compressed with bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'it is compressed with xz'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed with zstd'],
  [[0x04, 0x22, 0x4d, 0x18], 'it is compressed with lz4'],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'it is a 7z archive'],
  ['Rar!\u001a\u0007', 'it is a RAR archive'],
  ['%PDF-', 'it is a PDF'],
  ['{\\rtf', 'it is an RTF document'],
  ['SQLite format 3\0', 'it is a SQLite database'],
  ['PAR1', 'it is a Parquet file'],
  [[0x89, 0x50, 0x4e, 0x47], 'it is a picture (PNG)'],
  [[0xff, 0xd8, 0xff], 'it is a picture (JPEG)'],
  ['GIF8', 'it is a picture (GIF)'],
];

/** No sign is longer. */
export const signLength = 16;

const bytesOf = (sign: string | readonly number[]): Buffer =>
  typeof sign === 'string' ? Buffer.from(sign, 'latin1') : Buffer.from(sign);

/** What a file is that certainly holds no rows, by its first bytes. */
export const foreignFormat = (beginning: Buffer): string | undefined =>
  signs.find(([sign]) => {
    const bytes = bytesOf(sign);
    return beginning.subarray(0, bytes.length).equals(bytes);
  })?.[1];
