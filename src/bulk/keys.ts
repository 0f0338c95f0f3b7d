import { createHash } from 'node:crypto';
import type { ListingName } from '../changes/listing-name.ts';
import { keyBytes } from './row-table.ts';

/** The key of a name in a `RowTable`: the bytes of a UUID, or a digest. */
export const keyOf = ({ by, value }: ListingName): Buffer =>
  by === 'id' ? bytesOfId(value) : digestOf(by, value);

export const digestOf = (...texts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, keyBytes);

/** `7d0f5a32-…` → its 16 bytes. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** 16 bytes → `7d0f5a32-…`. */
export const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Part `index` (from 1) of `count`, to spread a file over several machines. */
export interface Shard {
  index: number;
  count: number;
}

/** Depends only on the key, so two shards never share a listing. */
export const isInShard = (key: Buffer, { index, count }: Shard): boolean =>
  createHash('sha256').update(key).digest().readUInt32BE(0) % count === index - 1;
