import { crc32 } from 'node:zlib';

/**
 * Tells contents apart while they pass: by their length and a checksum, `0c4de1e5-200128698`. It is there against
 * accidents (a file with holes, another file than before), so a cryptographic hash would take its time for nothing.
 */
export class ContentHash {
  /** How many bytes passed. */
  length = 0;
  #checksum = 0;

  update(bytes: Uint8Array): void {
    this.#checksum = crc32(bytes, this.#checksum);
    this.length += bytes.length;
  }

  /** Of what has passed so far. */
  value(): string {
    return `${this.#checksum.toString(16).padStart(8, '0')}-${this.length}`;
  }
}
