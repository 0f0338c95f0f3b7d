import { setFlagsFromString } from 'node:v8';

/**
 * Keeps Node 20 from optimising undici's HTTP parser, a WebAssembly module, in the background: that takes 35 MB and
 * holds the process back at its end, and the parser is quick enough without. To be called before the first connection,
 * and no sooner: once it was, Node compiles each module of its own anew. Later versions don't optimise it by themselves.
 */
export const leaveParserAsItIs = (nodeVersion: string): void => {
  if (nodeVersion.startsWith('20.')) setFlagsFromString('--liftoff-only');
};
