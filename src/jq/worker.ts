import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import createJq from 'jq-wasm/dist/build/jq.js';

export interface JqStart {
  /** The command line after `jq`. */
  args: readonly string[];
  /** The answers to messages that need one. */
  input: MessagePort;
  /** Becomes 1 when an answer arrives: jq never yields, so the whole thread sleeps until then. */
  answered: Int32Array;
}

export type JqMessage =
  /** Waits for data, or `null` at the end: the expression is valid, and all earlier data is processed. */
  | { kind: 'reads' }
  /** Output on jq's stdout. Waits for an answer. */
  | { kind: 'output'; bytes: Uint8Array }
  /** Output on jq's stderr: errors, and the output of `debug` and `stderr`. */
  | { kind: 'stderr'; text: string }
  /** The end, with jq's exit code; undefined after a crash, such as out of memory. */
  | { kind: 'ended'; exitCode: number | undefined };

/** jq's streams, as its library keeps them, each with how it is read and written. */
interface Files {
  streams: { stream_ops: { read?: ReadOrWrite; write?: ReadOrWrite } }[];
}
type ReadOrWrite = (stream: unknown, memory: Int8Array, at: number, length: number) => number;

/** While jq does not wait for data, its output is collected up to this many bytes. */
const gathered = 65_536;

const tell = (message: JqMessage) => parentPort?.postMessage(message);

const main = async ({ args, input, answered }: JqStart): Promise<void> => {
  let printed: Uint8Array[] = [];
  let length = 0;
  let left: Uint8Array | null = new Uint8Array();

  const ask = (message: JqMessage): Uint8Array | null => {
    Atomics.store(answered, 0, 0);
    tell(message);
    Atomics.wait(answered, 0, 0);
    return receiveMessageOnPort(input)?.message;
  };
  const flush = (): void => {
    if (length > 0) ask({ kind: 'output', bytes: Buffer.concat(printed) });
    [printed, length] = [[], 0];
  };
  const read: ReadOrWrite = (_, memory, at, most) => {
    if (left?.length === 0) {
      flush();
      left = ask({ kind: 'reads' });
    }
    const part = left?.subarray(0, most) ?? new Uint8Array();
    memory.set(part, at);
    left = left?.subarray(part.length) ?? null;
    return part.length;
  };
  const print: ReadOrWrite = (_, memory, at, size) => {
    printed.push(new Uint8Array(memory.slice(at, at + size).buffer));
    length += size;
    if (length >= gathered) flush();
    return size;
  };
  const complain: ReadOrWrite = (_, memory, at, size) => {
    tell({ kind: 'stderr', text: Buffer.from(memory.slice(at, at + size).buffer).toString() });
    return size;
  };

  // jq sees no real files and no environment.
  const jq: { callMain(args: string[]): number; files(): Files } = await createJq({ thisProgram: 'jq' });
  // Its own streams copy their whole rest for every byte, which takes minutes for a few megabytes.
  for (const [descriptor, own] of [{ read }, { write: print }, { write: complain }].entries())
    Object.assign(jq.files().streams[descriptor] as Files['streams'][number], { stream_ops: own });
  let exitCode: number | undefined;
  try {
    exitCode = jq.callMain([...args]);
  } catch (error) {
    tell({ kind: 'stderr', text: `jq: error: ${(error as Error).message}\n` });
  }
  flush();
  tell({ kind: 'ended', exitCode });
};

main(workerData as JqStart);
