import { createHash, type Hash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { link, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from 'zod/mini';
import { noCounts } from '../../changes/outcome.ts';
import { Failure } from '../../failure/failure.ts';
import { syncDirectory } from '../../files/folders.ts';
import { openOwnFile } from '../../files/own-files.ts';
import { fileWriter } from '../../files/whole-file.ts';
import { parsedJson } from '../../json/exact.ts';
import { asDamage, DamagedRun } from '../journal/journal-errors.ts';
import type { PlannedCounts } from '../journal/run-state.ts';
import {
  countRow,
  endLine,
  headLine,
  noEnd,
  type PlanEnd,
  type PlanHead,
  type PlanRow,
  rowLine,
} from './plan-lines.ts';

/*
 * A plan is a file of lines of JSON: a head, a line for each row, and an end with their number and the checksum of all before it. It
 * says what will be sent. Linked into the folder of its run, it is the plan that a person agreed to, and never changes.
 */

export interface Plan {
  path: string;
  head: PlanHead;
  /** What its last line says. */
  planned: PlannedCounts;
}

/** The first bytes of a plan. A file of rows can't begin with them, since a person writes none of these fields. */
const sign = `{"resalePlan":`;

/** Whether a file is a plan, by its first bytes. */
export const isPlanFile = async (path: string): Promise<boolean> => {
  const file = await open(path, constants.O_RDONLY);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sign.length), 0, sign.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === sign;
  } finally {
    await file.close();
  }
};

const planOf = (path: string, head: PlanHead, end: PlanEnd): Plan => {
  const { planEnd: rows, unchanged, skipped, refused, leftOut } = end;
  const counts = { ...noCounts(), unchanged, skipped, refused };
  return { path, head, planned: { rows, counts, leftOut } };
};

/**
 * Writes a plan, synced, to a file that is not there yet. `leastBytes` is about how large it will be: where the disk has less room,
 * nothing is written.
 */
export const writePlan = async (
  path: string,
  head: PlanHead,
  rows: AsyncIterable<PlanRow>,
  leastBytes = 0,
): Promise<Plan> => {
  await needRoom(dirname(path), leastBytes);
  const file = await open(path, 'wx', 0o600);
  const writer = fileWriter(file);
  const hash = createHash('sha256');
  const write = async (record: unknown): Promise<void> => {
    const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
    hash.update(bytes);
    await writer.write(bytes);
  };
  try {
    await write(head);
    const end = noEnd();
    for await (const row of rows) {
      countRow(end, row, head);
      await write(row);
    }
    const last = { ...end, sum: hash.copy().digest('hex') };
    await write(last);
    await writer.end();
    return planOf(path, head, last);
  } catch (error) {
    await writer.close();
    await rm(path, { force: true });
    throw error;
  }
};

const needRoom = async (folder: string, leastBytes: number): Promise<void> => {
  const disk = await statfs(folder, { bigint: true }).catch(() => undefined);
  const free = disk && disk.bavail * disk.bsize;
  if (free === undefined || free >= BigInt(leastBytes)) return;
  throw new Failure(`the disk of ${folder} has no room for the plan, which takes about ${leastBytes} bytes`, {
    code: 'file-failed',
    exit: 'failed',
    hint: 'Nothing was sent. Make room, or name another folder with RESALE_STATE_DIR.',
  });
};

/**
 * Puts a plan under the name by which it is agreed to, never over another one. Returns false if there is one. Where the disk has no
 * links, it is renamed: the lock of the run keeps others away.
 */
export const linkPlan = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    if (existsSync(to)) return false;
    await rename(from, to);
  }
  await syncDirectory(dirname(to));
  await rm(from, { force: true });
  return true;
};

const lineFeed = 0x0a;

/** The lines of a plan. A file of the tool's own is judged as its journal is; one that a person names is theirs. */
async function* linesOf(path: string, isOwn: boolean, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    const file = isOwn ? await openOwnFile(path) : await open(path, constants.O_RDONLY);
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({ highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let to = bytes.indexOf(lineFeed); to >= 0; to = bytes.indexOf(lineFeed, from)) {
        yield bytes.subarray(from, to);
        from = to + 1;
      }
      rest = bytes.subarray(from);
      if (rest.length > longestLine) throw new DamagedRun(path, 'a line of it is too long');
    }
    if (rest.length > 0) throw new DamagedRun(path, 'it is cut off');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new DamagedRun(path, 'it is missing') : asDamage(path, error);
  }
}

/** A row has its text of at most 1 MiB, escaped, and the fields of its request. */
const longestLine = 16 * 1024 * 1024;

const parseLine = <Schema extends z.ZodMiniType>(
  schema: Schema,
  line: Buffer,
  path: string,
  what: string,
): z.infer<Schema> => {
  const { success, data, error } = schema.safeParse(parsedJson(line.toString('utf8')));
  if (success) return data;
  const field = error.issues[0]?.path.join('.');
  throw new DamagedRun(
    path,
    `${what} is not as this version of resale writes it${field ? ` (${field})` : ''}`,
  );
};

/**
 * Reads the rows of a plan, and returns what its end says. Throws `DamagedRun` where the plan is cut off, or anything in it is not as
 * it was written.
 */
export async function* planRows(
  path: string,
  { signal, isOwn = true }: { signal?: AbortSignal | undefined; isOwn?: boolean } = {},
): AsyncGenerator<PlanRow, Plan> {
  const hash: Hash = createHash('sha256');
  let head: PlanHead | undefined;
  let end: PlanEnd | undefined;
  const counted = noEnd();
  for await (const line of linesOf(path, isOwn, signal)) {
    if (end !== undefined) throw new DamagedRun(path, 'something follows its end');
    if (line.subarray(0, endSign.length).toString('latin1') === endSign) {
      end = parseLine(endLine, line, path, 'its end');
      const { sum, ...totals } = end;
      if (hash.copy().digest('hex') !== sum || JSON.stringify(totals) !== JSON.stringify(counted))
        throw new DamagedRun(path, 'it was changed since it was made');
      continue;
    }
    hash.update(line).update('\n');
    if (head === undefined) {
      head = parseLine(headLine, line, path, 'its first line');
      continue;
    }
    const row = parseLine(rowLine, line, path, `its row ${counted.planEnd + 1}`);
    countRow(counted, row, head);
    yield row;
  }
  if (head === undefined || end === undefined) throw new DamagedRun(path, 'it is cut off');
  return planOf(path, head, end);
}

const endSign = `{"planEnd":`;

/** The longest last line, in bytes. */
const longestEnd = 1024;

/** Reads the head and the end of a plan, without its rows. Throws `DamagedRun`. */
export const readPlan = async (path: string, isOwn = true): Promise<Plan> => {
  let head: PlanHead | undefined;
  for await (const line of linesOf(path, isOwn)) {
    head = parseLine(headLine, line, path, 'its first line');
    break;
  }
  const file = isOwn ? await openOwnFile(path) : await open(path, constants.O_RDONLY);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, longestEnd);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const from = buffer.lastIndexOf(lineFeed, length - 2) + 1;
    if (head === undefined || buffer[length - 1] !== lineFeed) throw new DamagedRun(path, 'it is cut off');
    if (!buffer.toString('latin1', from, length).startsWith(endSign))
      throw new DamagedRun(path, 'it is cut off');
    const end = parseLine(endLine, buffer.subarray(from, length - 1), path, 'its end');
    return planOf(path, head, end);
  } finally {
    await file.close();
  }
};
