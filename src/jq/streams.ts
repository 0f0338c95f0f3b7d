import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type JqMessage, type JqStart, signals } from './messages.ts';

/** While jq does not wait for data, its output is collected up to this many bytes. */
const gathered = 65_536;

/** The streams of a program that never yields: when it has to wait, its whole thread sleeps. */
export const threadStreams = ({ input, shared }: JqStart, tell: (message: JqMessage) => void) => {
  const counts = new Int32Array(shared);
  let printed: Uint8Array[] = [];
  let length = 0;
  let outputs = 0;
  let isOver = false;

  const flush = (): void => {
    if (length === 0) return;
    tell({ kind: 'output', bytes: Buffer.concat(printed) });
    [printed, length] = [[], 0];
    outputs += 1;
    for (let taken = 0; taken < outputs; taken = Atomics.load(counts, signals.taken))
      Atomics.wait(counts, signals.taken, taken);
  };

  return {
    flush,
    read(): Uint8Array {
      flush();
      if (!isOver) tell({ kind: 'reads' });
      const chunk = isOver ? null : nextChunk(input, counts);
      isOver = chunk === null;
      return chunk ?? new Uint8Array();
    },
    write(descriptor: number, bytes: Uint8Array): void {
      if (descriptor !== 1) {
        tell({ kind: 'told', text: Buffer.from(bytes).toString() });
        return;
      }
      printed.push(bytes);
      length += bytes.length;
      if (length >= gathered) flush();
    },
  };
};

const nextChunk = (input: MessagePort, counts: Int32Array): Uint8Array | null => {
  while (true) {
    // Read before the port is, so that data which arrives in between is not slept through.
    const sent = Atomics.load(counts, signals.sent);
    const received: { message: Uint8Array | null } | undefined = receiveMessageOnPort(input);
    if (received) return received.message;
    Atomics.wait(counts, signals.sent, sent);
  }
};

/** How a WebAssembly program calls read(2) and write(2): a descriptor, where its buffers are listed, where the count goes. */
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

/** read(2) from a source that waits until it has something. An empty array is the end. */
export const wasmRead = (memory: () => WebAssembly.Memory, more: () => Uint8Array): Call => {
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

/** write(2), which copies each buffer and passes it on. */
export const wasmWrite =
  (memory: () => WebAssembly.Memory, take: (descriptor: number, bytes: Uint8Array) => void): Call =>
  (descriptor, vectors, count, done) => {
    let total = 0;
    for (const buffer of bytesOf(memory(), vectors, count)) {
      take(descriptor, buffer.slice());
      total += buffer.length;
    }
    return finish(memory(), done, total);
  };
