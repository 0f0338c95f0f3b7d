import { Writable } from 'node:stream';
import { isolated } from '../../src/terminal/direction.ts';

interface MemoryOutputOptions {
  isTTY?: boolean;
  columns?: number;
  onWrite?: ((text: string) => void) | undefined;
  /** Is stderr, on which a terminal isolates phrases from right to left, as that of a process does. */
  isForPeople?: boolean;
  /** Takes nothing, as a file on a full disk. */
  isFull?: boolean | undefined;
}

/** A stream in memory that remembers what was written to it, as one text and write by write. */
export class MemoryOutput extends Writable {
  isTTY?: boolean;
  columns?: number;
  readonly writes: string[] = [];

  constructor({ isTTY, columns, onWrite, isFull, isForPeople }: MemoryOutputOptions = {}) {
    super({
      write: (chunk: Buffer, _encoding, done) => {
        if (isFull) return done(Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' }));
        const text = isTTY && isForPeople ? isolated(chunk.toString()) : chunk.toString();
        this.writes.push(text);
        onWrite?.(text);
        done();
      },
    });
    // As those of a process, which are guarded.
    if (isFull) this.on('error', () => {});
    if (isTTY !== undefined) this.isTTY = isTTY;
    if (columns !== undefined) this.columns = columns;
  }

  get text(): string {
    return this.writes.join('');
  }
}
