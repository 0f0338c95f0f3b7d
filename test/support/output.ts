import { Writable } from 'node:stream';

interface MemoryOutputOptions {
  isTTY?: boolean;
  columns?: number;
  onWrite?: ((text: string) => void) | undefined;
}

/** A stream in memory that remembers what was written to it, as one text and write by write. */
export class MemoryOutput extends Writable {
  isTTY?: boolean;
  columns?: number;
  readonly writes: string[] = [];

  constructor({ isTTY, columns, onWrite }: MemoryOutputOptions = {}) {
    super({
      write: (chunk: Buffer, _encoding, done) => {
        this.writes.push(chunk.toString());
        onWrite?.(chunk.toString());
        done();
      },
    });
    if (isTTY !== undefined) this.isTTY = isTTY;
    if (columns !== undefined) this.columns = columns;
  }

  get text(): string {
    return this.writes.join('');
  }
}
