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
