import { batches } from './batches.ts';
import { card, columnsBeyond, type Drawing, headed } from './card.ts';
import type { Column, Result, Shown } from './columns.ts';
import { csv } from './csv.ts';
import type { Format, RecordsText } from './formats.ts';
import { harmlessLines } from './harmless.ts';
import { type Output, write } from './io.ts';
import { stringify } from './json.ts';
import { jsonArray, jsonLines } from './json-records.ts';
import { table } from './table.ts';
import { type ColorLevel, themeOf } from './theme.ts';

/** Where and how a result is shown. */
export interface PresentOptions {
  format: Format;
  out: Output;
  err: Output;
  /** Terminal columns; where left out, those of `out`, else 80. */
  width?: number;
  colorLevel: { out: ColorLevel; err: ColorLevel };
  /** Leaves out what is only said to a person on stderr. */
  quiet: boolean;
}

/**
 * Shows a result, while it comes, and answers with the problem that the command should fail with afterwards.
 * An error of the source or of the stream goes on to the caller, and an array of JSON is then left unclosed.
 */
export const present = async (result: Result, options: PresentOptions): Promise<Error | undefined> => {
  switch (result.kind) {
    case 'nothing':
      return undefined;
    case 'bytes':
      await showBytes(result.bytes, options.out);
      return undefined;
    case 'job':
      return showJob(result, options);
    case 'results': {
      let problem: Error | undefined;
      for await (const one of result.results) problem = (await present(one, options)) ?? problem;
      return problem;
    }
    case 'record':
      await show(recordText(result.record, result.columns, options), options);
      return result.problem;
    case 'records': {
      const count = await showRecords(result.records, recordsText(result.columns, options), options);
      if (count === 0) await tell(result.empty, options);
      await tell(result.notice?.(), options);
      return result.problem?.();
    }
  }
};

/** A job that failed is told as such, even where its last line could not be written. */
const showJob = async (
  { columns, run }: Extract<Result, { kind: 'job' }>,
  options: PresentOptions,
): Promise<Error | undefined> => {
  const text = recordsText(columns, options);
  const problem = await run((records) => show(text.batch(records), options));
  try {
    await show(text.end(), options);
  } catch (error) {
    if (!problem) throw error;
  }
  return problem;
};

const showRecords = async (
  records: AsyncIterable<Shown> | Iterable<Shown>,
  text: RecordsText,
  options: PresentOptions,
): Promise<number> => {
  let count = 0;
  for await (const batch of batches(records)) {
    count += batch.length;
    await show(text.batch(batch), options);
  }
  await show(text.end(), options);
  return count;
};

const drawingOf = ({ width, out, colorLevel }: PresentOptions): Drawing => ({
  width: width || out.columns || 80,
  theme: themeOf(colorLevel.out),
});

const recordsText = (columns: readonly Column[], options: PresentOptions): RecordsText => {
  switch (options.format) {
    case 'table':
      return table(columns, drawingOf(options));
    case 'json':
      return jsonArray();
    case 'ndjson':
      return jsonLines();
    case 'csv':
      return csv(columns);
  }
};

const recordText = (record: Shown, columns: readonly Column[], options: PresentOptions): string => {
  if (options.format === 'table')
    return card(record, [...headed(columns), ...columnsBeyond(record, columns)], drawingOf(options));
  if (options.format === 'json') return `${stringify(record, 2)}\n`;
  return recordsText(columns, options).batch([record]);
};

const showBytes = async (all: AsyncIterable<Uint8Array | string>, out: Output): Promise<void> => {
  const decoder = new TextDecoder();
  for await (const bytes of all) {
    const text = () => (typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true }));
    await write(out, out.isTTY ? harmlessLines(text()) : bytes);
  }
};

/** On a terminal no format lets a control character through; to a program every character goes as it is. */
const show = async (text: string, { out, format }: PresentOptions): Promise<void> => {
  if (text) await write(out, out.isTTY && format !== 'table' ? harmlessLines(text) : text);
};

const tell = async (text: string | undefined, { err, format, quiet, colorLevel }: PresentOptions) => {
  if (text && (format === 'table' || err.isTTY) && !quiet)
    await write(err, `${themeOf(colorLevel.err).dim(harmlessLines(text))}\n`);
};
