import { hash } from 'node:crypto';
import { type JournalRecord, journalRecord } from './records.ts';

/** A record's number and checksum, from which the next record continues. */
export interface Link {
  seq: number;
  sum: string;
}

/** A record as a line of text, with its line break. */
export interface Written extends Link {
  text: string;
}

const sumDigits = 16;
const sumField = ',"sum":"';
const tailLength = sumField.length + sumDigits + '"}'.length;

// Each checksum includes the one before, so a lost, repeated or moved record breaks the chain.
const checksum = (before: string, body: string): string => hash('sha256', before + body).slice(0, sumDigits);

const headOf = (seq: number): string => `{"seq":${seq},"kind":"`;

export const encode = (record: JournalRecord, before: Link): Written => {
  const seq = before.seq + 1;
  // `kind` always comes second, so that the beginning of a record can be recognized.
  const { kind, ...rest } = record;
  const body = JSON.stringify({ seq, kind, ...rest });
  const sum = checksum(before.sum, body);
  return { seq, sum, text: `${body.slice(0, -1)}${sumField}${sum}"}\n` };
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes the line of the record that follows `before`, or returns what is wrong with it, as a clause. */
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
export const isBeginning = (bytes: Uint8Array, before: Link): boolean => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const head = headOf(before.seq + 1);
  if (!text.startsWith(head) && !head.startsWith(text)) return false;
  // JSON has no control characters, and a record ends after its checksum.
  return !bytes.some((byte) => byte < 0x20) && !brokenSum.test(text);
};

// Inside a string the quotes would be escaped, so this can only be the field itself.
const brokenSum = /,"sum":"(?![0-9a-f]{0,16}$|[0-9a-f]{16}"\}?$)/;
