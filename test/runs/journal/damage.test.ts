import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../src/runs/journal/journal.ts';
import { DamagedRun } from '../../../src/runs/journal/journal-errors.ts';
import { encode, type JournalRecord, journalStart, type Link } from '../../../src/runs/journal/records.ts';
import { contentsOf, newJournal } from './places.ts';

const written: JournalRecord[] = [
  { kind: 'begun', at: '2026-11-21T12:05:01.000Z', tool: '0.1.0', pid: 4711 },
  { kind: 'sent', row: 1, line: 2, id: 'listing-1', from: 5, to: 3 },
  { kind: 'sent', row: 2, line: 3, key: 'Größe-ü' },
  { kind: 'done', row: 1, line: 2, outcome: 'applied', before: 5, after: 3 },
  {
    kind: 'done',
    row: 2,
    line: 3,
    outcome: 'refused',
    error: { code: 'conflict', message: 'a "quoted" {word}' },
  },
];

/** The lines of a journal with these records. */
const linesOf = (records: readonly JournalRecord[]): string[] => {
  let link: Link = journalStart;
  return records.map((record) => {
    const { text, ...next } = encode(record, link);
    link = next;
    return text;
  });
};

const lines = linesOf(written);
const whole = Buffer.from(lines.join(''));
/** The bytes behind each record, with 0 in front of the first. */
const boundaries = [0];
for (const line of lines) boundaries.push((boundaries.at(-1) ?? 0) + Buffer.byteLength(line));

const journalOf = (...parts: (string | Uint8Array)[]): string => {
  const path = newJournal();
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return path;
};

const damageOf = async (path: string): Promise<DamagedRun> => {
  const error = await contentsOf(path).catch((reason: unknown) => reason);
  if (error instanceof DamagedRun) return error;
  throw new Error('the journal passed for whole', { cause: error });
};

describe('a journal cut off', () => {
  test('at any byte: the whole records are there, and a part of one is said', async () => {
    const path = newJournal();
    for (let cut = 0; cut <= whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut));
      const records = boundaries.filter((end) => end > 0 && end <= cut).length;
      const { records: found, end } = await contentsOf(path);
      expect(found).toEqual(written.slice(0, records));
      expect(end).toMatchObject({
        seq: records,
        offset: boundaries[records],
        torn: cut - (boundaries[records] ?? 0),
      });
    }
  });

  test.each(boundaries.map((end, records) => [records, end]))(
    'behind record %i: it can go on',
    async (records, end) => {
      const path = newJournal();
      // Nothing follows; a byte; a part of the beginning; all but the line break.
      const next = lines[records] ?? '';
      for (const torn of [0, 1, 12, Buffer.byteLength(next.trimEnd())]) {
        writeFileSync(path, whole.subarray(0, end + torn));
        const journal = await openJournal(path, (await contentsOf(path)).end);
        for (const record of written.slice(records)) journal.enqueue(record);
        await journal.close();
        expect(readFileSync(path)).toEqual(whole);
      }
    },
  );
});

describe('a journal with other damage is not believed', () => {
  const changes: ((byte: number) => number)[] = [
    (byte) => byte ^ 1,
    () => 0,
    (byte) => (byte === 0x0a ? 0x0d : 0x0a),
  ];
  test('any byte with its lowest bit turned, a NUL or a line break in its place: the place is the record in which it stands', async () => {
    const path = newJournal();
    for (const [at, byte] of whole.entries()) {
      const damaged = Buffer.from(whole);
      damaged[at] = changes[at % 3]?.(byte) ?? 0;
      writeFileSync(path, damaged);
      const line = boundaries.filter((end) => end <= at).length;
      const { place } = await damageOf(path);
      expect(place).toEqual({ line, offset: boundaries[line - 1] });
    }
  });

  const line = (number: number) => lines[number - 1] ?? '';
  const cases: [string, () => string, string][] = [
    [
      'a record is missing',
      () => journalOf(line(1), line(3)),
      'is damaged at line 2 (byte 108): record 2 does not begin there',
    ],
    ['a record stands twice', () => journalOf(line(1), line(1)), 'record 2 does not begin there'],
    [
      'the first record is missing',
      () => journalOf(line(2)),
      'at line 1 (byte 0): record 1 does not begin there',
    ],
    ['an empty line', () => journalOf(line(1), '\n', line(2)), 'record 2 does not begin there'],
    [
      'NULs behind it',
      () => journalOf(whole, new Uint8Array(4096)),
      'what follows is not the beginning of record 6',
    ],
    [
      'nothing but NULs',
      () => journalOf(new Uint8Array(4096)),
      'what follows is not the beginning of record 1',
    ],
    [
      'NULs in a torn record',
      () => journalOf(whole, '{"seq":6,"kind":"sent\0\0'),
      'not the beginning of record 6',
    ],
    ['something else behind it', () => journalOf(whole, 'abc'), 'not the beginning of record 6'],
    [
      'the beginning of a record that is not next',
      () => journalOf(whole, '{"seq":7'),
      'not the beginning of record 6',
    ],
    [
      'a whole record without its line break, and more',
      () => journalOf(line(1), line(2).trimEnd(), 'x'),
      'not the beginning of record 2',
    ],
    ['a record without a checksum', () => journalOf('{"seq":1,"kind":"end"}\n'), 'record 1 has no checksum'],
    ['no file', newJournal, 'it is missing'],
    ['a folder in its place', () => dirname(newJournal()), 'it is a directory'],
  ];
  test.each(cases)('%s', async (_, path, message) => {
    expect((await damageOf(path())).message).toContain(message);
  });

  test('a complete record after one of another journal', async () => {
    const [other = ''] = linesOf([
      { kind: 'begun', at: '2026-11-21T12:05:01.000Z', tool: '0.1.0', pid: 4712 },
    ]);
    expect((await damageOf(journalOf(other, line(2)))).message).toContain(
      'the checksum of record 2 is wrong',
    );
  });

  test('bytes that are no text, where the text has the sign for such bytes', async () => {
    const sign = linesOf([{ kind: 'sent', row: 1, line: 2, key: '\uFFFD' }]);
    const damaged = Buffer.from(sign.join('')).toString('latin1').replace('\xef\xbf\xbd', '\xff');
    expect((await damageOf(journalOf(Buffer.from(damaged, 'latin1')))).message).toContain('it is not UTF-8');
  });

  test('no error quotes the contents', async () => {
    const path = journalOf(line(1), line(2).replace('listing-1', 'canary'));
    expect((await damageOf(path)).message).not.toContain('canary');
  });
});
