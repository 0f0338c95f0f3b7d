import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

let isParserUnoptimised = false;

/**
 * Keeps Node 20 from optimising undici's HTTP parser, a WebAssembly module, in the background: that takes 51 ms of a
 * `listings get`, which takes 55 without it, and 35 MB (Node 20.20, 2026-11-22). Later versions don't optimise it.
 * Must not be called before the first connection: from then on, Node compiles each of its own modules again.
 */
export const leaveParserUnoptimised = (): void => {
  if (!versions.node.startsWith('20.')) return;
  setFlagsFromString('--liftoff-only');
  isParserUnoptimised = true;
};

/** Calls WebAssembly for the first time, which compiles it, so that it is optimised in spite of the above. */
export const optimised = (call: () => unknown): void => {
  if (isParserUnoptimised) for (const flag of ['--no-liftoff-only', '--no-liftoff']) setFlagsFromString(flag);
  call();
  if (isParserUnoptimised) for (const flag of ['--liftoff', '--liftoff-only']) setFlagsFromString(flag);
};
