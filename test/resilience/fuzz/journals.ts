import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import type { Fuzzer, Place } from './fuzzer.ts';

const rows = [0, 1, 2, 3];

const lines = ['runs show', 'runs show --rows', 'runs list', 'runs resume --yes', 'runs resume --dry-run'];

/** What became of a journal: a bit of it turned over, a part of it in another place, or its end gone. */
const damage = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('bit'), at: fc.nat(), bit: fc.nat(7) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('zeros'),
      at: fc.nat(),
      length: fc.integer({ min: 1, max: 600 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('left out', 'twice'), line: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut'), at: fc.nat() }) },
) as fc.Arbitrary<Damage>;

type Damage =
  | { kind: 'bit'; at: number; bit: number }
  | { kind: 'zeros'; at: number; length: number }
  | { kind: 'left out' | 'twice'; line: number }
  | { kind: 'cut'; at: number };

/** A journal that is damaged is refused, and one that is cut short does nothing again that it still tells of. */
export const journals: Fuzzer = {
  name: 'journals',
  share: 0.1,
  law(place) {
    let made: Promise<Made> | undefined;
    return fc.asyncProperty(fc.constantFrom(...lines), damage, async (line, one) => {
      made ??= makeRun(place);
      const { run, path, whole } = await made;
      const left = spoilt(whole, one);
      await writeFile(path, left);
      const before = sentTo(place);
      const { exitCode, stdout } = await place.keepsManners(wordsOf(line, run));
      const sent = sentTo(place).map((count, row) => count - (before[row] ?? 0));
      const told = toldOf(whole, left);
      const isSeen = line === 'runs list' ? stdout.includes('"damaged"') : exitCode !== 0;
      if (told === undefined && !isSeen) throw new Error('the damage was not seen');
      const most = (row: number) =>
        line !== 'runs resume --yes' || !told || told.includes(idOf(row)) ? 0 : 1;
      if (sent.some((count, row) => count > most(row))) throw new Error(`sent again: ${sent}`);
    });
  },
};

interface Made {
  run: string;
  path: string;
  whole: Buffer;
}

const wordsOf = (line: string, run: string): string[] => {
  const [branch = '', leaf = '', ...flags] = line.split(' ');
  return [branch, leaf, ...(leaf === 'list' ? [] : [run]), ...flags];
};

/** A run that was gone through, of rows that are never looked for: whether one is sent shows at once. */
const makeRun = async ({ home, keepsManners }: Place): Promise<Made> => {
  const file = ['id,condition,shipment', ...rows.map((row) => `${idOf(row)},GOOD,${row}`)].join('\n');
  await keepsManners(['grade', '--from', '-', '--yes'], Buffer.from(`${file}\n`));
  const runs = join(home, '.local', 'state', 'resale', 'runs');
  const [run = ''] = await readdir(runs);
  const path = join(runs, run, 'journal.ndjson');
  return { run, path, whole: await readFile(path) };
};

/** How often each row has arrived so far. */
const sentTo = ({ shop }: Place): number[] => rows.map((row) => shop.ledger.arrivalsOf(idOf(row)).length);

const spoilt = (whole: Buffer, one: Damage): Buffer => {
  const left = Buffer.from(whole);
  const records = whole.toString().split(/(?<=\n)/);
  switch (one.kind) {
    case 'cut':
      return left.subarray(0, one.at % whole.length);
    case 'bit':
      left[one.at % whole.length] = (whole[one.at % whole.length] ?? 0) ^ (1 << one.bit);
      return left;
    case 'zeros':
      left
        .subarray(one.at % whole.length)
        .subarray(0, one.length)
        .fill(0);
      return left;
    default: {
      const at = one.line % records.length;
      const copies = one.kind === 'twice' ? [records[at], records[at]] : [];
      return Buffer.from(records.toSpliced(at, 1, ...(copies as string[])).join(''));
    }
  }
};

/** Whom the records tell of that stand there still; undefined where what stands there is no beginning of the journal. */
const toldOf = (whole: Buffer, left: Buffer): string[] | undefined => {
  if (!whole.subarray(0, left.length).equals(left)) return undefined;
  const records = left.subarray(0, left.lastIndexOf('\n') + 1).toString();
  return records.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
};
