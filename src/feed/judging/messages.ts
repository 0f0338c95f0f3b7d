import type { Way } from '../pass.ts';

/** What the thread that judges a feed is started with. It is given bytes then, and `null` behind the last of them. */
export interface JudgingStart {
  way: Way;
}

/** What it tells, in the order of the bytes. */
export type Verdict =
  /** To be passed on. What passes as it came is not told, but where it is held. */
  | { kind: 'lines'; bytes: Uint8Array }
  /** It has worked through a piece that it was given, and gives its memory back; so much was judged in all, and of that so much may pass. */
  | { kind: 'taken'; judged: number; entries: number; passable: number; spare: ArrayBuffer }
  /** The array is whole. */
  | { kind: 'whole' }
  | { kind: 'cut'; reason: string; judged: number; entries: number | undefined }
  | { kind: 'not-a-feed'; problem: string; at: { byte?: number; entry?: number } };
