import { batches } from '../../terminal/batches.ts';
import type { Shown } from '../../terminal/columns.ts';
import { drawingOn } from '../../terminal/drawing.ts';
import type { Format } from '../../terminal/formats.ts';
import type { Io } from '../../terminal/io.ts';
import { recordsText } from '../../terminal/records-text.ts';
import { changeColumns, watchColumns } from './changes.ts';

/**
 * Turns the changes of one feed after the other into text: a table each on the screen, else one list that never ends,
 * in NDJSON where JSON is wanted, since an array that never ends is no JSON. `fields` are shown instead of all.
 */
export const watchText = (
  format: Format,
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
  fields?: readonly string[],
) => {
  const isTable = format === 'table';
  const text = () =>
    recordsText(isTable && !fields ? changeColumns(format) : watchColumns(format), {
      format: format === 'json' ? 'ndjson' : format,
      chosen: fields && { fields, documented: undefined },
      drawing: async () => drawingOn(stdout, env, 0),
    });
  const whole = isTable ? undefined : text();
  return async function* textOf(fetchedAt: string, changes: AsyncIterable<Shown>): AsyncGenerator<string> {
    const block = await (whole ?? text());
    for await (const batch of batches(changes))
      yield block.batch(batch.map((change) => ({ fetchedAt, ...change })));
    if (isTable) yield '\n';
  };
};
