import { setImmediate } from 'node:timers/promises';
import type { Shown } from './columns.ts';

const most = 1000;

/**
 * Gathers records that are there at once, and hands them over as soon as their source makes one wait, ends, or
 * fails; its error follows what it gave before.
 */
export async function* batches(
  records: AsyncIterable<Shown> | Iterable<Shown>,
): AsyncGenerator<readonly Shown[], void, undefined> {
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
    // A source that is itself waiting hears of this only when its wait is over, which may be long.
    await Promise.race([source.return?.(), setImmediate()]);
  }
}
