import type { Drawing } from './drawing.ts';
import type { Role } from './marks.ts';

/** A column of a table and of a CSV file: one field of a record. */
export interface Column {
  /** Dotted path of the field in the record, and the name of the column in CSV: `styles.primaryButtonBorder`. */
  field: string;
  /** Head of the column in a table. */
  title: string;
  /** Its head if the table would be too wide for the screen: `INV`. */
  short?: string;
  /** Numbers stand to the right, and are never shortened. */
  align?: 'right';
  /** Never shortened: a name that has to be typed. */
  whole?: true;
  /** How wide it is at the least, since a later record may need it: 36 for identifiers. */
  least?: number;
  /** Left out of a table that has no room for it. */
  spare?: true;
  /** In a table it has lines of its own below its record, if it has a value. */
  below?: true;
  /** What kind of word the value is, if a screen colours it and puts a shape beside it. */
  role?: Role;
  /** How a person reads the value on a screen. */
  inWords?: (value: unknown) => string;
}

/** A record as it is shown: the service's own fields, unknown ones too. */
export type Shown = Readonly<Record<string, unknown>>;

/** What a command answers with; terminal/present.ts decides how it looks. */
export type Result =
  /** One thing. In a table it is a card: a line a field. */
  | { kind: 'record'; record: Shown; columns: readonly Column[]; problem?: Error | undefined }
  /** Many things, shown as they come. In JSON always one array. */
  | {
      kind: 'records';
      records: AsyncIterable<Shown> | Iterable<Shown>;
      columns: readonly Column[];
      /** Printed on stderr if nothing came and a person reads the table. */
      empty?: string;
      /** Asked once all was shown: what a person should know next, on stderr. */
      notice?: () => string | undefined;
      /** Why the command fails although there was something to show. Asked once all was shown. */
      problem?: (() => Error | undefined) | undefined;
    }
  /** Several answers in turn, each shown as it comes; the last problem among them is the command's. */
  | { kind: 'results'; results: AsyncIterable<Result> }
  /** A long job, which shows many things at a time while it runs. It ends by itself, whatever becomes of stdout. */
  | {
      kind: 'job';
      columns: readonly Column[];
      /** Does the job, showing records as they come, and returns why the command fails although it ended. */
      run: (show: (records: readonly Shown[]) => Promise<void>) => Promise<Error | undefined>;
    }
  /** JSON that goes out as it is; only for chosen fields or as YAML its value is read, which is undefined for no JSON. */
  | { kind: 'document'; text: string; value: () => Promise<unknown> }
  /** Bytes that go out as they are, whatever the format. */
  | { kind: 'bytes'; bytes: AsyncIterable<Uint8Array | string> }
  /** A screen that its maker draws, colours and all; what it quotes of others must be harmless already. */
  | {
      kind: 'screen';
      draw: (drawing: Drawing) => AsyncIterable<string>;
      /** Why the command fails although there was something to show. Asked once all was shown. */
      problem: () => Error | undefined;
    }
  /** Nothing more than what was already shown. */
  | { kind: 'nothing'; exitCode?: number };
