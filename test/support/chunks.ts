/** Bytes as a stream, cut at these places modulo the length. */
export async function* cutAt(
  bytes: Uint8Array | string,
  places: readonly number[] = [],
): AsyncGenerator<Buffer> {
  const whole = Buffer.from(bytes);
  const cuts = places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b);
  let from = 0;
  for (const cut of [...cuts, whole.length]) {
    yield whole.subarray(from, cut);
    from = cut;
  }
}

/** All that a stream of bytes brings; each piece may be overwritten by the next. */
export const collected = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
};
