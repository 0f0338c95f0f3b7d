import { asWritten } from '../json/exact.ts';
import type { Advice } from '../words/advice.ts';
import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { stringify } from './write-json.ts';

/** Prints records as they arrive. Waits for a slow reader, and fails if the pipe is closed. */
export type Show = (records: readonly Shown[]) => Promise<void>;

/** The answer of a command, which terminal/present.ts formats. A `sentence` replaces the default table. */
export type Result =
  /** One thing; as a table it is a card. */
  | {
      kind: 'record';
      record: Shown;
      /** Those of the command if left out. */
      columns?: readonly Column[];
      sentence?: Advice | undefined;
      /** For stderr: what a person should know next. */
      notice?: Advice | undefined;
      problem?: Error | undefined;
    }
  /** Many things; in JSON one array. */
  | {
      kind: 'records';
      /** Whether a terminal shows a single one as a card. */
      isCardIfOne?: boolean;
      /** All of them, or a function that shows them as they arrive. */
      records: readonly Shown[] | ((show: Show) => Promise<void>);
      columns?: readonly Column[];
      /** Nothing in them can repeat a key: they are from a host that was sent none, or were masked when they were recorded. */
      isKeyless?: true;
      /** Of each record, or of all of them. */
      sentence?: ((record: Shown) => string) | string | undefined;
      /** For stderr, if there are none. */
      empty?: Advice;
      /** For stderr, once everything was shown. */
      notice?: () => Advice | undefined;
      /** Why the command fails after its output. Called when the output is complete or has failed. */
      problem?: (() => Error | undefined) | undefined;
      /** The contents of the file of --out, for a notice: `12,000 products`. */
      written?: (() => string | undefined) | undefined;
    }
  /** JSON that is printed unchanged. The value is parsed only for --fields and YAML; undefined if it is not JSON. */
  | { kind: 'document'; text: string; value: () => Promise<unknown> }
  /** Bytes that are printed in every format; or a function that draws a screen, whose text is harmless already. */
  | {
      kind: 'bytes';
      bytes:
        | AsyncIterable<Uint8Array | string>
        | readonly string[]
        | ((drawing: Drawing) => AsyncIterable<string>);
      /** A file that has just these bytes: what is written to a file is cloned from it where the disk can do that. */
      file?: string | undefined;
      /** Why the command fails after its output. */
      problem?: () => Error | undefined;
      /** The contents of the file of --out, for a notice: `12,000 products`. */
      written?: () => string | undefined;
    }
  /** The command has printed everything itself. */
  | { kind: 'nothing'; exitCode?: number };

export const jsonDocument = (value: unknown): Result => ({
  kind: 'document',
  text: `${stringify(asWritten(value), 2)}\n`,
  value: async () => value,
});

export const printed = (text: string): Result => ({ kind: 'bytes', bytes: [text] });

/** Gathers single values into batches. An error of the source comes after the values before it. */
export async function* batches<T>(source: AsyncIterable<T> | Iterable<T>, most = 500): AsyncGenerator<T[]> {
  let batch: T[] = [];
  try {
    for await (const one of source) {
      batch.push(one);
      if (batch.length < most) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}
