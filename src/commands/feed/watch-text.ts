import { batches } from '../../terminal/batches.ts';
import { shapesOn } from '../../terminal/character-set.ts';
import type { Shown } from '../../terminal/columns.ts';
import { csv } from '../../terminal/csv.ts';
import type { Format } from '../../terminal/formats.ts';
import type { Io } from '../../terminal/io.ts';
import { jsonLines } from '../../terminal/json-records.ts';
import { screenWidth } from '../../terminal/screen-width.ts';
import { table } from '../../terminal/table.ts';
import { themeOf } from '../../terminal/theme.ts';
import { changeColumns } from './changes.ts';

/**
 * Turns the changes of one feed after the other into text: a table each on the screen, one CSV, and else NDJSON, since an
 * array that never ends is no JSON.
 */
export const watchText = (format: Format, { stdout, env }: Pick<Io, 'stdout' | 'env'>) => {
  const columns = changeColumns(format);
  const screen = { width: screenWidth(stdout, env), theme: themeOf(0), shapes: shapesOn(stdout, env, 0) };
  const whole = format === 'csv' ? csv([{ field: 'fetchedAt', title: 'FETCHED' }, ...columns]) : jsonLines();
  return async function* textOf(fetchedAt: string, changes: AsyncIterable<Shown>): AsyncGenerator<string> {
    const block = format === 'table' ? table(columns, screen) : undefined;
    for await (const batch of batches(changes))
      yield block ? block.batch(batch) : whole.batch(batch.map((change) => ({ fetchedAt, ...change })));
    if (block) yield '\n';
  };
};
