import { asWritten } from '../json/exact.ts';
import type { Column, Shown } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { stringify } from './json.ts';

/** What a command answers with; terminal/present.ts decides how it looks. */
export type Result =
  /** One thing. As a table it is a card: one line per field; where nobody asked for a table, a terminal shows the sentence instead. */
  | {
      kind: 'record';
      record: Shown;
      columns: readonly Column[];
      sentence?: string | undefined;
      problem?: Error | undefined;
    }
  /** Many things, shown as they arrive. In JSON, always one array. */
  | {
      kind: 'records';
      records: AsyncIterable<Shown> | Iterable<Shown>;
      columns: readonly Column[];
      /** Printed on stderr if nothing came and a person reads the table. */
      empty?: string;
      /** Called once everything was shown: what a person should know next, for stderr. */
      notice?: () => string | undefined;
      /** Why the command fails although there was something to show. Called once everything was shown. */
      problem?: (() => Error | undefined) | undefined;
    }
  /** Several answers in turn, each shown as it comes; the last problem among them is the command's. */
  | { kind: 'results'; results: AsyncIterable<Result> }
  /** A long job, which shows many things at a time while it runs. It runs to its end, whatever happens to stdout. */
  | {
      kind: 'job';
      columns: readonly Column[];
      /**
       * Does the job, showing records as they arrive. What it returns is called once everything was shown: it says how the job
       * ended, and returns why the command fails all the same.
       */
      run: (show: (records: readonly Shown[]) => Promise<void>) => Promise<() => Error | undefined>;
    }
  /** JSON that is printed as it is. Its value is needed only for chosen fields or YAML; it is undefined if this is no JSON. */
  | { kind: 'document'; text: string; value: () => Promise<unknown> }
  /** Bytes that are printed as they are, whatever the format. */
  | { kind: 'bytes'; bytes: AsyncIterable<Uint8Array | string> | readonly string[] }
  /** A screen that is already drawn, colours included; foreign text in it must be harmless already. */
  | {
      kind: 'screen';
      draw: (drawing: Drawing) => AsyncIterable<string>;
      /** Why the command fails although there was something to show. Called once everything was shown. */
      problem: () => Error | undefined;
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
