import type { CallTimes, WireAnswer } from './transport.ts';

/** A request as it may be shown, its credentials masked. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Read as JSON where it is such; null where there is none. */
  body: unknown;
}

/** What happens on the way, for those who want to show it. Nothing in it is secret. */
export type ClientEvent =
  /** Showing a request takes longer than sending it, so that is done only where somebody looks. */
  | { kind: 'request'; request: () => ShownRequest; attempt: number }
  | { kind: 'answer'; answer: WireAnswer; milliseconds: number; times?: CallTimes | undefined }
  | { kind: 'failure'; detail: string; milliseconds: number; isShortage: boolean }
  | { kind: 'wait'; milliseconds: number; why: string };
