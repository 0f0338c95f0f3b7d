import { createReadStream } from 'node:fs';
import { systemReason } from '../../disk/system-reason.ts';
import { DamagedJournal } from './errors.ts';
import { decode, isBeginning, type Link } from './line.ts';
import type { JournalRecord } from './records.ts';

/** Where a journal's whole records end, and the next one belongs. */
export interface JournalEnd extends Link {
  /** Bytes of the whole records. */
  offset: number;
  /** Behind them stands the beginning of a record that was never finished, and so never counted. */
  torn: boolean;
}

/** The end of a journal in which nothing stands yet. */
export const journalStart: JournalEnd = { seq: 0, sum: '', offset: 0, torn: false };

const lineFeed = 0x0a;

/**
 * Reads a journal record by record, and returns where it ends. An unfinished last record is left out. Anything else
 * that this tool would not have written throws DamagedJournal: what can't be trusted must not decide what is sent.
 */
export async function* readJournal(path: string): AsyncGenerator<JournalRecord, JournalEnd> {
  let link: Link = journalStart;
  let offset = 0;
  let rest: Buffer = Buffer.alloc(0);
  const damaged = (problem: string) => new DamagedJournal(path, problem, { line: link.seq + 1, offset });

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
    // Asked of every chunk, so that a long run of anything else is not gathered up.
    if (!isBeginning(rest, link))
      throw damaged(`what follows is not the beginning of record ${link.seq + 1}`);
  }
  return { ...link, offset, torn: rest.length > 0 };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is not there' : systemReason(error);
    throw reason ? new DamagedJournal(path, reason, undefined) : error;
  }
}
