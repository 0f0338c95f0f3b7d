import { fingerprint } from './fingerprint.ts';

/**
 * As much of a client id as may be shown, so that a person can tell which one it is: `clie…9f`, or of a short one, of
 * which that would be too much, `sha256:1a2b3c4d`.
 */
export const shownClientId = (clientId: string): string =>
  clientId.length >= 20 ? `${clientId.slice(0, 4)}…${clientId.slice(-2)}` : `sha256:${fingerprint(clientId)}`;
