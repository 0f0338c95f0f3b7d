import { asWritten } from '../json/exact.ts';
import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { stringify } from './json.ts';

/** Shows records that have arrived. It waits for a slow reader, and fails if nobody reads any more. */
export type Show = (records: readonly Shown[]) => Promise<void>;

/** What a command answers with; terminal/present.ts decides how it looks. */
export type Result =
  /** One thing. As a table it is a card: one line per field; where nobody asked for a table, a terminal shows the sentence instead. */
  | {
      kind: 'record';
      record: Shown;
      /** If they differ from those that the command declares. */
      columns?: readonly Column[];
      sentence?: string | undefined;
      /** What a person should know next, for stderr. */
      notice?: string | undefined;
      problem?: Error | undefined;
    }
  /** Many things. In JSON, always one array. */
  | {
      kind: 'records';
      /** Where nobody asked for a table, a terminal shows a single one as a card. */
      isCardIfOne?: boolean;
      /** All of them, or what shows them as they arrive, several at a time. */
      records: readonly Shown[] | ((show: Show) => Promise<void>);
      columns?: readonly Column[];
      /** What a terminal shows instead where nobody asked for a table: of each record, or of all of them. */
      sentence?: ((record: Shown) => string) | string | undefined;
      /** Printed on stderr if nothing came and a person reads the table. */
      empty?: string;
      /** Called once everything was shown: what a person should know next, for stderr. */
      notice?: () => string | undefined;
      /** Says how it ended, and returns why the command fails all the same. Called once everything was shown, or could not be. */
      problem?: (() => Error | undefined) | undefined;
      /** What a terminal is told is in the file of --out, once that is there: `12,000 products`. */
      written?: (() => string | undefined) | undefined;
    }
  /** JSON that is printed as it is. Its value is needed only for chosen fields or YAML; it is undefined if this is no JSON. */
  | { kind: 'document'; text: string; value: () => Promise<unknown> }
  /** Bytes that are printed as they are, whatever the format; or what draws a screen, in which foreign text is harmless already. */
  | {
      kind: 'bytes';
      bytes:
        | AsyncIterable<Uint8Array | string>
        | readonly string[]
        | ((drawing: Drawing) => AsyncIterable<string>);
      /** Why the command fails although there was something to show. Called once everything was shown. */
      problem?: () => Error | undefined;
      /** What a terminal is told is in the file of --out, once that is there: `12,000 products`. */
      written?: () => string | undefined;
    }
  /** Nothing more than what was already shown. */
  | { kind: 'nothing'; exitCode?: number };

/** A value as a document of JSON. */
export const jsonDocument = (value: unknown): Result => ({
  kind: 'document',
  text: `${stringify(asWritten(value), 2)}\n`,
  value: async () => value,
});

/** A text to be printed as it is, as a result. */
export const printed = (text: string): Result => ({ kind: 'bytes', bytes: [text] });

/** Gathers what a source has one by one, to be shown together. Its error comes after what precedes it. */
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
