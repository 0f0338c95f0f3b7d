import { crc32 } from 'node:zlib';

/**
 * Identifies contents as they pass, by a checksum and their length: `0c4de1e5-200128698`. It guards against accidents
 * (a file that lacks bytes, another file than before), for which a cryptographic hash would only be slower.
 */
export class ContentHash {
  /** How many bytes have passed. */
  length = 0;
  #checksum = 0;

  update(bytes: Uint8Array): void {
    this.#checksum = crc32(bytes, this.#checksum);
    this.length += bytes.length;
  }

  /** The identity of what has passed so far. */
  value(): string {
    return `${this.#checksum.toString(16).padStart(8, '0')}-${this.length}`;
  }
}
