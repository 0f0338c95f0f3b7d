import { entryLines, judged } from './elements.ts';
import { ArrayScanner } from './scanner.ts';

/** The ways to pass a feed on, by name. */
export const ways = { judged, entryLines } as const;
export type Way = keyof typeof ways;

/** One feed that is judged while it is passed on. */
export interface Pass {
  /** To be read once. Fails as the ways do. */
  bytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** How many entries are surely whole, so far. */
  entries(): number;
  /** To be called at the end, however that came. */
  close(): Promise<void>;
}

/** Judges on the thread that asks for it. */
export const passHere = (way: Way): Pass => {
  const scanner = new ArrayScanner();
  return {
    bytes: (chunks) => ways[way](chunks, scanner),
    entries: () => scanner.entries,
    close: async () => {},
  };
};
