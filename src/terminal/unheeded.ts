import { Writable } from 'node:stream';
import type { Output } from './io.ts';

/**
 * A stream for what is told along the way. Where it cannot be written (closed, full, its terminal gone), nobody is
 * listening, and the work goes on all the same.
 */
export class Unheeded extends Writable {
  constructor(private readonly stream: Output) {
    super({ decodeStrings: false });
    stream.on('error', () => {});
  }

  get isTTY(): boolean {
    return this.stream.isTTY === true;
  }

  /** Its width, where it is a terminal. */
  get columns(): number | undefined {
    return this.stream.columns;
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, done: () => void): void {
    this.stream.write(chunk, encoding, () => done());
  }
}
