import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/**
 * Passes bytes on, and keeps Node 20 from optimising JavaScript meanwhile: WebAssembly and the system do what is done to
 * each byte, so that optimising takes a seventh of all computing, and 15 MB, for nothing. Later versions do it more
 * sparingly by themselves, and are slower without.
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
