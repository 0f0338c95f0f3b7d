import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { systemReason } from '../files/file-error.ts';
import {
  clauseOf,
  large,
  maxParts,
  maxUnpacked,
  mostTimes,
  UnreadableWorkbook,
} from './unreadable-workbook.ts';

/** The zip archive of a workbook. A part is unpacked when it is read. */
export class Archive {
  private constructor(
    /** The name of the file in messages. */
    readonly called: string,
    private readonly zip: ZipFile,
    private readonly parts: ReadonlyMap<string, Entry>,
  ) {}

  /** Throws `UnreadableWorkbook`. */
  static async open(path: string, called: string): Promise<Archive> {
    const zip = await inOurWords(called, () => openPromise(path, { lazyEntries: true, autoClose: false }));
    try {
      const parts = new Map<string, Entry>();
      if (zip.entryCount > maxParts)
        throw new UnreadableWorkbook(
          called,
          `it has ${zip.entryCount} parts, more than the limit of ${maxParts}`,
        );
      await inOurWords(called, async () => {
        for await (const entry of zip.eachEntry()) parts.set(keyOf(entry.fileName), entry);
      });
      return new Archive(called, zip, parts);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.zip.close();
  }

  has(name: string): boolean {
    return this.parts.has(keyOf(name));
  }

  /** In lower case. */
  names(): Iterable<string> {
    return this.parts.keys();
  }

  /** Unpacks a part, and checks its size and checksum. */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.parts.get(keyOf(name));
    if (entry === undefined) throw new UnreadableWorkbook(this.called, `its part ${name} is missing`);
    this.#refuseBombs(entry);
    const stream = await inOurWords(this.called, () => this.zip.openReadStreamPromise(entry));
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    let sum = 0;
    try {
      for (;;) {
        const { done, value } = await inOurWords(this.called, () => chunks.next());
        if (done) break;
        sum = crc32(value, sum);
        yield value;
      }
      if (sum !== entry.crc32) throw damaged(this.called, `the checksum of ${name} is wrong`);
    } finally {
      stream.destroy();
    }
  }

  #refuseBombs({ fileName, uncompressedSize, compressedSize, generalPurposeBitFlag }: Entry): void {
    if (generalPurposeBitFlag & 1)
      throw new UnreadableWorkbook(this.called, 'it is encrypted: save it without a password');
    // yauzl ends a stream that grows beyond the size that its part declares.
    const isBomb = uncompressedSize > large && uncompressedSize > compressedSize * mostTimes;
    if (isBomb || uncompressedSize > maxUnpacked)
      throw new UnreadableWorkbook(
        this.called,
        `its part ${fileName} grows from ${compressedSize} to ${uncompressedSize} bytes when it is unpacked, as no workbook of rows does`,
      );
  }
}

const keyOf = (name: string): string => name.toLowerCase().replace(/^\//, '');

const damaged = (called: string, why: string, options?: ErrorOptions): UnreadableWorkbook =>
  new UnreadableWorkbook(
    called,
    `it is damaged (${why}); open it in a spreadsheet, and save it again`,
    options,
  );

/** Runs a step of reading: an error of a library means that the file is damaged, or that the disk failed. */
const inOurWords = async <T>(called: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UnreadableWorkbook || !(error instanceof Error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code?.startsWith('Z_') ? undefined : systemReason(error);
    throw reason === undefined
      ? damaged(called, clauseOf(error), { cause: error })
      : new UnreadableWorkbook(called, reason, { cause: error });
  }
};
