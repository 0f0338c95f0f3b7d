import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Row } from '../../../src/bulk/rows/row.ts';
import { openRowFile } from '../../../src/bulk/rows/row-file.ts';

/** A fresh directory for one test, removed after it. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'resale-input-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** A file with this content, in a directory of its own. */
export const fileOf = (content: string | Uint8Array): string => {
  const path = join(temporaryDirectory(), 'rows');
  writeFileSync(path, content);
  return path;
};

/** All rows of a file. */
export const rowsIn = async (path: string): Promise<Row[]> => {
  const input = await openRowFile(path);
  const rows: Row[] = [];
  for await (const row of input.rows()) rows.push(row);
  return rows;
};

/** A row in short: number, line, and its fields or its fault. */
export const inShort = ({ number, line, fields, fault }: Row): [number, number, unknown] => [
  number,
  line,
  fault ?? fields,
];

/** What the file with this content holds, in short. */
export const readIn = async (content: string | Uint8Array) => (await rowsIn(fileOf(content))).map(inShort);
