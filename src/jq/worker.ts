import { parentPort, workerData } from 'node:worker_threads';
import createJq from 'jq-wasm/dist/build/jq.js';
import { type JqMessage, type JqStart, threadStreams, wasmRead, wasmWrite } from './streams.ts';

/** The minified names of the imports and exports in this build of jq. */
const names = { read: 'g', write: 'd', memory: 'E' } as const;

/**
 * Makes jq read and print through our streams. Its package takes the whole input as one string and copies the rest of it
 * for every byte that is read, and likewise for output, which takes minutes for a few megabytes.
 */
const withStreams = (read: () => Uint8Array, write: (descriptor: number, bytes: Uint8Array) => void) => {
  const { instantiate } = WebAssembly;
  let memory: WebAssembly.Memory;
  const replaced = {
    [names.read]: wasmRead(() => memory, read),
    [names.write]: wasmWrite(() => memory, write),
  };
  Object.assign(WebAssembly, {
    async instantiate(bytes: BufferSource, imports: WebAssembly.Imports = {}) {
      const made = await instantiate(bytes, { a: { ...imports.a, ...replaced } });
      memory = made.instance.exports[names.memory] as WebAssembly.Memory;
      return made;
    },
  });
};

const main = async (start: JqStart): Promise<void> => {
  const tell = (message: JqMessage) => parentPort?.postMessage(message);
  const { read, write, flush } = threadStreams(start, tell);
  withStreams(read, write);
  // It sees nothing of the machine: its files and its environment are made up.
  const jq: { callMain(args: string[]): number } = await createJq({ thisProgram: 'jq' });
  let exitCode: number | undefined;
  try {
    exitCode = jq.callMain([...start.args]);
  } catch (error) {
    tell({ kind: 'told', text: `jq: error: ${(error as Error).message}\n` });
  }
  flush();
  tell({ kind: 'ended', exitCode });
};

main(workerData as JqStart);
