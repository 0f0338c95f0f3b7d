import { type Advice, inOneText, mapped } from '../words/advice.ts';
import { documentText, recordsText, type Writing } from './answer-text.ts';
import type { Column, Piece, Shown } from './columns.ts';
import { isolated } from './direction.ts';
import { escapeControlsInLines } from './escape-controls.ts';
import { formats } from './formats.ts';
import { type Io, type Output, write } from './io.ts';
import { messageOn } from './message.ts';
import type { Result } from './results.ts';
import type { ColorLevel } from './screen.ts';

export interface PresentOptions extends Omit<Writing, 'drawing'> {
  out: Output;
  io: Pick<Io, 'stderr' | 'env' | 'terminal' | 'ending'>;
  /** The columns of a result that names none. */
  columns?: readonly Column[];
  colorLevel: { out: ColorLevel; err: ColorLevel };
  /** Whether a sentence replaces the table: a person reads it, and requested no format. */
  asSentence: boolean;
  /** Whether a long list may go through a pager: the command changes nothing while it prints. */
  isForReading?: boolean;
  quiet: boolean;
}

/**
 * Prints a result as it arrives, and returns the problem with which the command fails afterwards.
 * Errors of the source or the stream are thrown, and leave a JSON array open.
 */
export const present = async (result: Result, options: PresentOptions): Promise<Error | undefined> => {
  switch (result.kind) {
    case 'nothing':
      return undefined;
    case 'bytes':
      if (result.file && options.out.copy) await options.out.copy(result.file);
      else if (typeof result.bytes !== 'function') await showBytes(result.bytes, options.out);
      else
        for await (const text of result.bytes(await writingOf(options).drawing()))
          await show(text, { ...options, format: 'table' });
      return result.problem?.();
    case 'document':
      await showBytes([await documentText(result, options)], options.out);
      return undefined;
    case 'record': {
      const { record, columns = options.columns ?? [] } = result;
      if (result.sentence !== undefined && options.asSentence) await showSentence(result.sentence, options);
      else
        for (const piece of await (await recordsText(columns, writingOf(options))).one(record))
          await show(piece, options);
      await notify(result.notice, options);
      return result.problem;
    }
    case 'records': {
      const { isForReading, io } = options;
      const pages = isForReading && io.env.PAGER !== undefined;
      const out = pages ? (await import('./pager.ts')).pagedOutput(options.out, io) : options.out;
      try {
        return await showRecords(result, { ...options, out });
      } finally {
        await out.untilRead?.();
      }
    }
  }
};

/** So much is written at once of a list that is there already; CSV and tables have a cell for each column. */
const mostRecords = 1000;
const mostCells = 100_000;

const showRecords = async (
  result: Extract<Result, { kind: 'records' }>,
  options: PresentOptions,
): Promise<Error | undefined> => {
  const { records, columns = options.columns ?? [], isCardIfOne, sentence, empty, notice, problem } = result;
  if (options.asSentence && typeof sentence === 'string') {
    await showSentence(sentence, options);
    await notify(notice?.(), options);
    return problem?.();
  }
  const text = await recordsText(columns, writingOf(options));
  const isLines = formats[options.format].json === 'lines';
  const holdsFirst = isCardIfOne && options.asSentence;
  let count = 0;
  let first: Shown | undefined;
  const showSome = async (some: readonly Shown[]): Promise<void> => {
    if (some.length === 0) return;
    count += some.length;
    if (options.asSentence && typeof sentence === 'function') {
      for (const record of some) await showSentence(sentence(record), options);
      return;
    }
    if (holdsFirst && count === 1) {
      first = some[0];
      return;
    }
    const batch = await text.batch(first ? [first, ...some] : some);
    first = undefined;
    for (const piece of isLines && typeof batch === 'string' ? wholeLines(batch) : [batch])
      await show(piece, options);
  };
  if (typeof records === 'function') await records(showSome);
  else {
    const most = Math.min(mostRecords, Math.ceil(mostCells / columns.length));
    for (let from = 0; from < records.length; from += most) await showSome(records.slice(from, from + most));
  }
  try {
    for (const piece of first ? await text.one(first) : [await text.end()]) await show(piece, options);
  } catch (error) {
    // The command's own problem takes precedence over a failed write of the last line.
    const found = problem?.();
    if (found) return found;
    throw error;
  }
  await options.out.untilRead?.();
  if (count === 0) await notify(empty, options);
  await notify(notice?.(), options);
  return problem?.();
};

/** PIPE_BUF of Linux: so many bytes go into a pipe in one piece, even if others, such as shards, write there, too. */
const pipeBytes = 4096;

function* wholeLines(text: string): Generator<string> {
  let piece = '';
  let bytes = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const more = Buffer.byteLength(line);
    if (bytes > 0 && bytes + more > pipeBytes) {
      yield piece;
      piece = '';
      bytes = 0;
    }
    piece += line;
    bytes += more;
  }
  if (bytes > 0) yield piece;
}

const writingOf = (options: PresentOptions): Writing => ({
  ...options,
  drawing: async () =>
    (await import('./drawing.ts')).drawingOn(options.out, options.io, options.colorLevel.out),
});

const showBytes = async (
  all: AsyncIterable<Uint8Array | string> | readonly string[],
  out: Output,
): Promise<void> => {
  const decoder = new TextDecoder();
  for await (const bytes of all) {
    const text = () => (typeof bytes === 'string' ? bytes : decoder.decode(bytes, { stream: true }));
    await write(out, out.isTTY ? escapeControlsInLines(text()) : bytes);
  }
};

/** Drawn screens are already harmless; only right-to-left texts are isolated, but not for a pager, which shows the marks. */
const show = async (piece: Piece, { out, format }: PresentOptions): Promise<void> => {
  if (piece.length === 0) return;
  const isForPager = out.untilRead !== undefined;
  const drawn = isForPager ? (text: string) => text : isolated;
  const harmless = formats[format].isDrawn ? drawn : escapeControlsInLines;
  await write(out, out.isTTY && typeof piece === 'string' ? harmless(piece) : piece);
};

const showSentence = async (advice: Advice, { out, io, colorLevel }: PresentOptions): Promise<void> => {
  const { drawingOn } = await import('./drawing.ts');
  const { theme } = drawingOn(out, io, colorLevel.out);
  const sentence = mapped(advice, (text) => text);
  const paint = inOneText(advice).startsWith('✗') ? theme.bad : theme.good;
  const [mark = '', rest = ''] = messageOn(out, sentence).split(/(?<=^\S)(?= )/s);
  await write(out, isolated(`${paint(mark)}${rest}\n`));
};

const notify = async (
  text: Advice | undefined,
  { io: { stderr }, format, quiet, colorLevel }: PresentOptions,
) => {
  if (!text || quiet || (!formats[format].isDrawn && !stderr.isTTY)) return;
  const { themeOf } = await import('./drawing.ts');
  await write(stderr, `${themeOf(colorLevel.err).dim(messageOn(stderr, text))}\n`);
};
