/** A WebAssembly program's calls of read(2) and write(2): a descriptor, where its buffers are described, where to put the count. */
type Call = (descriptor: number, vectors: number, count: number, done: number) => number;

const bytesOf = (memory: WebAssembly.Memory, vectors: number, count: number): Uint8Array[] => {
  const view = new DataView(memory.buffer);
  return Array.from({ length: count }, (_, index) => {
    const at = vectors + 8 * index;
    return new Uint8Array(memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
  });
};

const finish = (memory: WebAssembly.Memory, done: number, total: number): number => {
  new DataView(memory.buffer).setUint32(done, total, true);
  return 0;
};

/** read(2) from a source that waits until it has something; nothing is the end. */
export const reading = (memory: () => WebAssembly.Memory, more: () => Uint8Array): Call => {
  let left: Uint8Array = new Uint8Array();
  return (_, vectors, count, done) => {
    if (left.length === 0) left = more();
    let total = 0;
    for (const buffer of bytesOf(memory(), vectors, count)) {
      const part = left.subarray(0, buffer.length);
      buffer.set(part);
      left = left.subarray(part.length);
      total += part.length;
    }
    return finish(memory(), done, total);
  };
};

/** write(2): each buffer is copied and handed on. */
export const writing =
  (memory: () => WebAssembly.Memory, take: (descriptor: number, bytes: Uint8Array) => void): Call =>
  (descriptor, vectors, count, done) => {
    let total = 0;
    for (const buffer of bytesOf(memory(), vectors, count)) {
      take(descriptor, buffer.slice());
      total += buffer.length;
    }
    return finish(memory(), done, total);
  };
