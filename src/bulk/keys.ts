import { createHash } from 'node:crypto';
import type { ListingName } from '../changes/operation.ts';
import { keyBytes } from './row-table.ts';

/** The 16 bytes by which a listing's name is found again: a UUID's own, else a digest. */
export const keyOf = ({ by, value }: ListingName): Buffer =>
  by === 'id' ? bytesOfId(value) : digestOf(by, value);

/** 16 bytes that stand for some texts. */
export const digestOf = (...texts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, keyBytes);

/** `7d0f5a32-…` → its 16 bytes. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** 16 bytes → `7d0f5a32-…`. */
export const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** A part of a run that several machines share: those of `count` that are the `index`th, 1 first. */
export interface Shard {
  index: number;
  count: number;
}

/** Whether a key falls into a shard. It depends on the key alone, so that shards never share a listing. */
export const isInShard = (key: Buffer, { index, count }: Shard): boolean =>
  createHash('sha256').update(key).digest().readUInt32BE(0) % count === index - 1;
