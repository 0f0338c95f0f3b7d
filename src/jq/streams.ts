import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

export interface JqStart {
  /** The command line after `jq`. */
  args: readonly string[];
  /** Brings the answer to each message that is to be answered. */
  input: MessagePort;
  /** The number of answers, which the thread sleeps on. */
  answers: SharedArrayBuffer;
}

export type JqMessage =
  /** It waits for data, or `null` at the end: the expression was understood, and everything before was processed. */
  | { kind: 'reads' }
  /** Printed on jq's stdout. It waits for any answer. */
  | { kind: 'output'; bytes: Uint8Array }
  /** Printed on jq's stderr: errors, and the output of `debug` and `stderr`. */
  | { kind: 'told'; text: string }
  /** It ended, with jq's own exit code; undefined if it broke down, such as without memory. */
  | { kind: 'ended'; exitCode: number | undefined };

/** While jq does not wait for data, its output is collected up to this many bytes. */
const gathered = 65_536;

/** The streams of a program that never yields: when it has to wait, its whole thread sleeps. */
export const threadStreams = ({ input, answers }: JqStart, tell: (message: JqMessage) => void) => {
  const count = new Int32Array(answers);
  let printed: Uint8Array[] = [];
  let length = 0;
  let isOver = false;

  const ask = (message: JqMessage): Uint8Array | null => {
    tell(message);
    for (;;) {
      // Read before the port is, so that an answer which arrives in between is not slept through.
      const before = Atomics.load(count, 0);
      const received: { message: Uint8Array | null } | undefined = receiveMessageOnPort(input);
      if (received) return received.message;
      Atomics.wait(count, 0, before);
    }
  };

  const flush = (): void => {
    if (length > 0) ask({ kind: 'output', bytes: Buffer.concat(printed) });
    [printed, length] = [[], 0];
  };

  return {
    flush,
    /** An empty array is the end. */
    read(): Uint8Array {
      flush();
      const chunk = isOver ? null : ask({ kind: 'reads' });
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

/** read(2) from a source that waits until it has something. */
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
