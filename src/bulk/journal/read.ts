import { openOwnFile } from '../../disk/own-files.ts';
import { asDamage, DamagedRun } from './errors.ts';
import { decode, isBeginning, type JournalRecord, type Link } from './records.ts';

export interface JournalEnd extends Link {
  offset: number;
  /** An unfinished record follows. It was never synced, so it does not count. */
  torn: boolean;
}

export const journalStart: JournalEnd = { seq: 0, sum: '', offset: 0, torn: false };

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
  return { ...link, offset, torn: rest.length > 0 };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* (await openOwnFile(path)).createReadStream({ highWaterMark: 256 * 1024 });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new DamagedRun(path, 'it is missing') : asDamage(path, error);
  }
}
