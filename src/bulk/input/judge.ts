import { WrongColumns } from './errors.ts';
import { judgeHeads, type KnownColumns } from './heads.ts';
import type { Input } from './input.ts';

/** Throws `WrongColumns` where the head of a CSV file has other columns than those that are known. */
export const judgeInput = (
  { path, columns = [] }: Pick<Input, 'path' | 'columns'>,
  known: KnownColumns,
  ignoreExtra: boolean,
): void => {
  const faults = judgeHeads(columns, known, { ignoreExtra });
  if (faults.length > 0) throw new WrongColumns(path, faults, known.columns);
};
