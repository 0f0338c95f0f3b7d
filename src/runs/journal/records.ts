import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type AnsweredField, decisions, outcomes } from '../../changes/outcome.ts';
import type { Intent } from '../../changes/step.ts';
import type { RowCode } from '../../failure/codes.ts';
import { openOwnFile } from '../../files/own-files.ts';
import { asDamage, DamagedRun } from './journal-errors.ts';

const count = z.int().check(z.minimum(1));
const moment = z.string();
/** Milliseconds since 1970. */
const time = z.exactOptional(z.int());

/** Any text is accepted, so that a code that is not used any more does not make a run unreadable. */
const code = z.custom<RowCode>((value) => typeof value === 'string');

/** The fields of an intent. The compiler reports a missing one, which would be written but not read. */
const intentFields = {
  id: z.exactOptional(z.string()),
  from: z.exactOptional(z.int()),
  to: z.exactOptional(z.int()),
  delta: z.exactOptional(z.int()),
  key: z.exactOptional(z.string()),
  sku: z.exactOptional(z.string()),
  condition: z.exactOptional(z.string()),
  had: z.exactOptional(z.array(z.string())),
  isClosed: z.exactOptional(z.literal(true)),
} satisfies Record<keyof Intent, z.ZodMiniType>;

const answers = {
  url: z.exactOptional(z.string()),
  wanted: z.exactOptional(z.string()),
  condition: z.exactOptional(z.string()),
  stateBefore: z.exactOptional(z.string()),
} satisfies Record<AnsweredField, z.ZodMiniType>;

/**
 * `begun`: a process begins or continues the run. `sent`: a request is about to be sent. `returned`: the service certainly did not
 * begin it. `done`: its outcome; with `unknown`, the row is in doubt. `resolved`: a person's decision about a row in
 * doubt. `end`: all rows were reached, or the rest was given up.
 */
const journalRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), at: moment, tool: z.string(), pid: z.int() }),
  z.object({ kind: z.literal('sent'), row: count, line: count, time, ...intentFields }),
  z.object({ kind: z.literal('returned'), row: count, time }),
  z.object({
    kind: z.literal('done'),
    row: count,
    line: count,
    time,
    outcome: z.enum(outcomes),
    /** The service refused it, and it is in doubt: a look that finds the wanted inventory proves less. */
    wasRefused: z.exactOptional(z.literal(true)),
    id: z.exactOptional(z.string()),
    before: z.exactOptional(z.nullable(z.int())),
    after: z.exactOptional(z.nullable(z.int())),
    error: z.exactOptional(z.object({ code, message: z.string() })),
    ...answers,
  }),
  z.object({
    kind: z.literal('resolved'),
    row: count,
    as: z.enum(decisions),
    at: moment,
    /** Of a listing that the row was found to have created. */
    id: z.exactOptional(z.string()),
  }),
  z.object({ kind: z.literal('end'), counts: z.record(z.string(), z.int()), at: moment }),
]);

export type JournalRecord = z.infer<typeof journalRecord>;

/** A record's number and checksum, from which the next record continues. */
export interface Link {
  seq: number;
  sum: string;
}

const sumDigits = 16;
const sumField = ',"sum":"';
const tailLength = sumField.length + sumDigits + '"}'.length;

// Each checksum includes the one before, so a lost, repeated or moved record breaks the chain.
const checksum = (before: string, body: string): string => hash('sha256', before + body).slice(0, sumDigits);

const headOf = (seq: number): string => `{"seq":${seq},"kind":"`;

export const encode = (record: JournalRecord, before: Link): Link & { text: string } => {
  const seq = before.seq + 1;
  // `kind` always comes second, so that the beginning of a record can be recognized.
  const { kind, ...rest } = record;
  const body = JSON.stringify({ seq, kind, ...rest });
  const sum = checksum(before.sum, body);
  return { seq, sum, text: `${body.slice(0, -1)}${sumField}${sum}"}\n` };
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the line of the record that follows `before`, or returns its fault as a clause. */
export const decode = (
  line: Uint8Array,
  before: Link,
): { record: JournalRecord; link: Link } | { problem: string } => {
  const seq = before.seq + 1;
  const text = textOf(line);
  if (text === undefined) return { problem: 'it is not UTF-8' };
  if (!text.startsWith(headOf(seq))) return { problem: `record ${seq} does not begin there` };
  const end = text.length - tailLength;
  if (!text.startsWith(sumField, end) || !text.endsWith('"}'))
    return { problem: `record ${seq} has no checksum` };
  const body = `${text.slice(0, end)}}`;
  const sum = text.slice(end + sumField.length, -2);
  if (checksum(before.sum, body) !== sum) return { problem: `the checksum of record ${seq} is wrong` };
  const read = journalRecord.safeParse(JSON.parse(body));
  if (!read.success) return { problem: `record ${seq} is not as this version of resale writes it` };
  return { record: read.data, link: { seq, sum } };
};

const textOf = (line: Uint8Array): string | undefined => {
  try {
    return utf8.decode(line);
  } catch {
    return undefined;
  }
};

/** Whether the bytes may be the beginning of the next record, as a crash leaves it. Nothing is one, too. */
const isBeginning = (bytes: Uint8Array, before: Link): boolean => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const head = headOf(before.seq + 1);
  if (!text.startsWith(head) && !head.startsWith(text)) return false;
  // JSON has no control characters, and a record ends after its checksum.
  return !bytes.some((byte) => byte < 0x20) && !brokenSum.test(text);
};

// Inside a string the quotes would be escaped, so this can only be the field itself.
const brokenSum = /,"sum":"(?![0-9a-f]{0,16}$|[0-9a-f]{16}"\}?$)/;

export interface JournalEnd extends Link {
  offset: number;
  /** The bytes of an unfinished record that follows. It was never synced, so it does not count. */
  torn: number;
}

export const journalStart: JournalEnd = { seq: 0, sum: '', offset: 0, torn: 0 };

const lineFeed = 0x0a;

/** Yields the records and returns where they end. Anything but complete records and the beginning of one throws `DamagedRun`. */
export async function* readJournal(path: string): AsyncGenerator<JournalRecord, JournalEnd> {
  let link: Link = journalStart;
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  const damaged = (problem: string) => new DamagedRun(path, problem, { line: link.seq + 1, offset });

  for await (const chunk of chunksOf(path)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to >= 0; to = bytes.indexOf(lineFeed, from)) {
      const read = decode(bytes.subarray(from, to), link);
      if ('problem' in read) throw damaged(read.problem);
      link = read.link;
      offset += to + 1 - from;
      from = to + 1;
      yield read.record;
    }
    rest = bytes.subarray(from);
    // Checked for every chunk, so that a large file of anything else is not read into memory.
    if (!isBeginning(rest, link))
      throw damaged(`what follows is not the beginning of record ${link.seq + 1}`);
  }
  return { ...link, offset, torn: rest.length };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* (await openOwnFile(path)).createReadStream({ highWaterMark: 256 * 1024 });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new DamagedRun(path, 'it is missing') : asDamage(path, error);
  }
}
