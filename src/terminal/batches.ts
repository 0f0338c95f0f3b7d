import { setImmediate } from 'node:timers/promises';
import type { Shown } from './columns.ts';

const mostRecords = 1000;
/** In many columns, fewer records: CSV and tables have a cell for each column. */
const mostCells = 100_000;

/**
 * Gathers records that are available at once, and yields them as soon as their source has to wait, ends, or
 * fails; its error comes after the records before it. The more columns they are shown in, the fewer are gathered.
 */
export async function* batches(
  records: AsyncIterable<Shown> | Iterable<Shown>,
  columns = 1,
): AsyncGenerator<readonly Shown[], void, undefined> {
  const most = Math.min(mostRecords, Math.ceil(mostCells / columns));
  const source =
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]();
  let batch: Shown[] = [];
  let turn = setImmediate(false);
  try {
    while (true) {
      const coming = (async () => source.next())();
      const another = coming.then(
        ({ done }) => !done,
        () => false,
      );
      if (batch.length > 0 && !(await Promise.race([another, turn]))) {
        yield batch;
        batch = [];
      }
      const { done, value } = await coming;
      if (done) return;
      if (batch.length === 0) turn = setImmediate(false);
      batch.push(value);
      if (batch.length === most) {
        yield batch;
        batch = [];
      }
    }
  } finally {
    // A source that is waiting for something itself learns of this only when that arrives, which may take long.
    await Promise.race([source.return?.(), setImmediate()]);
  }
}
