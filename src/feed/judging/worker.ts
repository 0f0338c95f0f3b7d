import { on } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { FeedCut, NotAFeed } from '../errors.ts';
import { ways } from '../pass.ts';
import { ArrayScanner } from '../scanner.ts';
import type { JudgingStart, Verdict } from './messages.ts';

/** Judges a feed to its end, on the thread that this file is. */
const main = async (port: MessagePort, { way }: JudgingStart): Promise<void> => {
  const scanner = new ArrayScanner();
  const tell = (verdict: Verdict, ...given: ArrayBuffer[]) => port.postMessage(verdict, given);

  async function* given(): AsyncGenerator<Uint8Array> {
    for await (const [bytes] of on(port, 'message') as AsyncIterable<[Uint8Array | null]>) {
      if (bytes === null) return;
      yield bytes;
      const { bytes: judged, passable, entries } = scanner;
      const spare = bytes.buffer as ArrayBuffer;
      tell({ kind: 'taken', judged, passable, entries, spare }, spare);
    }
  }

  try {
    for await (const bytes of ways[way](given(), scanner, true)) {
      if (way === 'judged') continue;
      const whole = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
      tell({ kind: 'lines', bytes: whole }, whole.buffer as ArrayBuffer);
    }
    tell({ kind: 'whole' });
  } catch (error) {
    if (error instanceof FeedCut)
      tell({ kind: 'cut', reason: error.reason, judged: error.bytes, entries: error.entries });
    else if (error instanceof NotAFeed) tell({ kind: 'not-a-feed', problem: error.problem, at: error.at });
    else throw error;
  }
};

main(parentPort as MessagePort, workerData as JudgingStart);
