import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Each write is a system call, and texts are far too small for one each.
const batchBytes = 256 * 1024;

/** Texts in a temporary file, where they take no memory. Each is read by its number; the first is 0. */
export class TemporaryTexts {
  readonly #file: number;
  /** Where in the file each text ends. */
  readonly #ends: number[] = [];
  #unwritten: string[] = [];
  #unwrittenBytes = 0;
  #end = 0;

  constructor() {
    const path = join(tmpdir(), `resale-${randomUUID()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    // The file exists without a name until it is closed, even if by the end of the process.
    unlinkSync(path);
  }

  /** How many texts there are. */
  get length(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#end += bytes;
    this.#ends.push(this.#end);
    this.#unwritten.push(text);
    this.#unwrittenBytes += bytes;
    if (this.#unwrittenBytes >= batchBytes) this.#write();
  }

  get(number: number): string {
    if (this.#unwritten.length > 0) this.#write();
    const start = this.#ends[number - 1] ?? 0;
    const bytes = Buffer.allocUnsafe((this.#ends[number] ?? start) - start);
    for (let read = 0; read < bytes.length; )
      read += readSync(this.#file, bytes, read, bytes.length - read, start + read);
    return bytes.toString('utf8');
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.from(this.#unwritten.join(''));
    const start = this.#end - bytes.length;
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, start + written);
    this.#unwritten = [];
    this.#unwrittenBytes = 0;
  }
}
