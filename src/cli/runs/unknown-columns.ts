import { linesWords } from '../../bulk/report.ts';
import type { Looks, UnknownRow } from '../../bulk/unknown-rows.ts';
import type { Operation } from '../../changes/operation.ts';
import type { Decision } from '../../changes/outcome.ts';
import { a } from '../../json/schema.ts';
import type { Column } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import { capitalized } from '../../words/counted.ts';
import { idColumn, lineNumber } from '../bulk/columns.ts';

const unreadable = 'unreadable';
const inventoryLooks: Readonly<Record<Looks, string>> = {
  wanted: 'as wanted',
  before: 'as before',
  neither: 'neither as before nor as wanted',
  unreadable,
};
const creationLooks: Readonly<Record<Looks, string>> = {
  wanted: 'in the shop',
  before: 'not in the shop',
  neither: 'in the shop several times',
  unreadable,
};

/** Follows `it is`. */
export const looksWords = (looks: Looks, { listing }: Pick<Operation, 'listing'>): string =>
  (listing === 'may be there' ? creationLooks : inventoryLooks)[looks];

/** What speaks against a decision, as a clause; undefined if nothing does. */
const againstIt = (looks: Looks, as: Decision, operation: Operation): string | undefined => {
  const isNow = `${looksWords(looks, operation)} now`;
  if (as === 'retry' && looks === 'neither' && operation.changesInventory)
    return `${isNow}: a resume sends a change again only from the inventory before it`;
  if (looks === 'before' && as === 'applied') return `${isNow}, and may not have been applied`;
  return looks === 'wanted' && as !== 'applied' ? `${isNow}, and may have been applied` : undefined;
};

export const decisionWords: Readonly<Record<Decision, string>> = {
  applied: 'applied',
  refused: 'not applied',
  retry: 'send it again',
};

/** What speaks against a decision, one sentence for rows that look alike. */
export const doubtsAbout = (rows: readonly UnknownRow[], as: Decision, operation: Operation): string[] =>
  [...new Set(rows.map(({ looks }) => looks))].flatMap((looks) => {
    const said = againstIt(looks, as, operation);
    if (said === undefined) return [];
    const alike = rows.filter((row) => row.looks === looks).map(({ row }) => row);
    return [
      `${capitalized(linesWords(alike, undefined, 'row'))} ${alike.length === 1 ? 'is' : 'are'} ${said}.`,
    ];
  });

const name: Column = { field: 'name', title: 'NAME', whole: true, schema: a.orNull(a.text) };
const values: readonly Column[] = [
  { field: 'before', title: 'BEFORE', align: 'right', schema: a.orNull(a.integer) },
  { field: 'delta', title: 'DELTA', align: 'right', schema: a.orNull(a.integer) },
  { field: 'wanted', title: 'WANTED', align: 'right', schema: a.orNull(a.integer) },
  { field: 'now', title: 'NOW', align: 'right', schema: a.orNull(a.integer) },
];
const looks: Column = { field: 'looks', title: 'NOW IT IS', schema: a.oneOf(Object.keys(inventoryLooks)) };

const rowColumn: Column = { field: 'row', title: 'ROW', align: 'right', schema: a.count };

export const unknownColumns: readonly Column[] = [rowColumn, lineNumber, name, idColumn, ...values, looks];

/** A screen has the number that `--rows` takes, and each listing by one name. */
export const unknownColumnsFor = (
  rows: readonly UnknownRow[],
  operation: Operation,
  format: Format,
): readonly Column[] => {
  if (!formats[format].isDrawn) return unknownColumns;
  const named = [
    ...(rows.some((row) => row.name !== null) ? [name] : []),
    ...(rows.some((row) => row.name === null) ? [idColumn] : []),
  ];
  if (operation.changesInventory)
    return [rowColumn, ...named, ...values.filter(({ field }) => field !== 'delta')];
  return [rowColumn, ...named, { ...looks, inWords: (said) => looksWords(said as Looks, operation) }];
};
