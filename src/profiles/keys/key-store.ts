import type { Clock } from '../../clock.ts';
import type { Secret } from '../credentials.ts';

export const keyStores = ['file', 'keyring', 'command', 'env'] as const;
export type KeyStore = (typeof keyStores)[number];

/** An API key, and the only origin that it is sent to. */
export interface StoredKey {
  readonly origin: string;
  readonly apiKey: Secret;
}

/** What finding or keeping a key needs from the process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly self: readonly [string, ...string[]];
  readonly clock: Clock;
  readonly interruption: AbortSignal;
}
