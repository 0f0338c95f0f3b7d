import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Columns } from '../../../src/changes/operation.ts';
import { openRowFile } from '../../../src/runs/rows/row-file.ts';
import type { Row } from '../../../src/runs/rows/row-text.ts';
import { writeRows } from '../../../src/runs/rows/write-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A file with this content, in a directory of its own. */
export const fileOf = (content: string | Uint8Array): string => {
  const path = join(temporaryFolder(), 'rows');
  writeFileSync(path, content);
  return path;
};

/** All rows of a file. */
export const rowsIn = async (path: string, known: Columns = []): Promise<Row[]> => {
  const input = await openRowFile(path, path, undefined, known);
  const rows: Row[] = [];
  for await (const row of input.rows()) rows.push(row);
  return rows;
};

/** Writes the rows of a file that are chosen by their numbers to another one, as they stand. Returns how many there were. */
export const writeChosen = async (
  from: string,
  isChosen: (number: number) => boolean,
  to: string,
): Promise<number> => {
  const { form } = await openRowFile(from);
  const chosen = (await rowsIn(from)).filter(({ number }) => isChosen(number));
  return writeRows(
    to,
    form,
    chosen.map(({ raw }) => raw),
  );
};

/** A row in short: number, line, and its fields or its fault. */
export const inShort = ({ number, line, fields, fault }: Row): [number, number, unknown] => [
  number,
  line,
  fault ?? fields,
];

/** What the file with this content holds, in short. */
export const readIn = async (content: string | Uint8Array) => (await rowsIn(fileOf(content))).map(inShort);

/**
 * Files in a table of text, one a line: what it is | its content | its rows, each with its number, its line, and its fields or its
 * fault, which may be named.
 */
export const rowsOf = (
  table: string,
  faults: Readonly<Record<string, unknown>> = {},
): [string, string, unknown[]][] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', content = '', rows = ''] = line.split(' | ');
      const signs: Record<string, string> = {
        '⏎': '\n',
        '␍': '\r',
        '⇥': '\t',
        '<BOM>': '\ufeff',
        '<MiB>': 'x'.repeat(2 ** 20),
      };
      const expected = [...rows.matchAll(/(\d+) (\d+) (.+?)(?: ; |$)/g)].map(([, row, at, said = '']) => [
        Number(row),
        Number(at),
        said.startsWith('{') ? JSON.parse(said) : (faults[said] ?? said),
      ]);
      return [name, content.replace(/⏎|␍|⇥|<\w+>/g, (sign) => signs[sign] ?? sign), expected];
    });
