/** Gathers what a source has ready one by one, to be written together. What precedes an error of the source is lost. */
export async function* batches<T>(source: AsyncIterable<T> | Iterable<T>, most = 500): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of source) {
    batch.push(one);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
