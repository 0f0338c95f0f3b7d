import { createHash } from 'node:crypto';

/** How a request can go wrong before its change is applied, after, or much after. */
export const faultKinds = {
  /** The connection is reset, and nothing was applied. */
  reset: 'before',
  failedBefore: 'before',
  /** No answer, and nothing was applied. */
  silentBefore: 'before',
  busy: 'before',
  /** Applied, and the connection is cut. */
  lostAnswer: 'after',
  /** Applied, and half of the answer arrives. */
  truncated: 'after',
  /** Applied, and 500 all the same. */
  failedAfter: 'after',
  /** Applied, and a gateway's web page. */
  gateway: 'after',
  /** Applied, and no answer. */
  silentAfter: 'after',
  /** Applied, delivered again, and the second answer is sent. */
  repeated: 'twice',
  /** The connection is cut, and the change is applied a moment later. */
  late: 'late',
} as const;
export type FaultKind = keyof typeof faultKinds;

/** What goes wrong, in shares from 0 to 1, and how quick the shop is. */
export interface Weather {
  seed: number;
  changes: Partial<Record<FaultKind, number>>;
  reads: number;
  /** The share of changes before or after which somebody else changes the listing. */
  competitor: number;
  /** The longest that an answer takes, in milliseconds. */
  latencyMs: number;
  /** Requests in a second, all clients together; more are answered with 429. */
  perSecond?: number;
  closed?: boolean;
}

export const calm: Weather = { seed: 1, changes: {}, reads: 0, competitor: 0, latencyMs: 0 };

/** Shares a rate out among all faults; few are 429, which slow everybody down. */
export const mixture = (rate: number, without: readonly FaultKind[] = []): Weather['changes'] => {
  const kinds = (Object.keys(faultKinds) as FaultKind[]).filter((kind) => !without.includes(kind));
  const weightOf = (kind: FaultKind) => (kind === 'busy' ? 0.02 : 1);
  const whole = kinds.reduce((sum, kind) => sum + weightOf(kind), 0);
  return Object.fromEntries(kinds.map((kind) => [kind, (rate * weightOf(kind)) / whole]));
};

/** A number from 0 to 1 that depends on its arguments alone. */
export const chance = (...parts: readonly (string | number)[]): number =>
  createHash('sha1').update(parts.join('\n')).digest().readUInt32BE(0) / 2 ** 32;

/** The fault of a change, by the seed, its text, and how often it came before. */
export const faultOf = ({ seed, changes }: Weather, request: string, nth: number): FaultKind | undefined => {
  let roll = chance(seed, request, nth);
  for (const [kind, share = 0] of Object.entries(changes) as [FaultKind, number][]) {
    if (roll < share) return kind;
    roll -= share;
  }
  return undefined;
};
