import { createHash } from 'node:crypto';

/** Eight hexadecimal digits that tell whether two secrets are the same, and nothing else about them. */
export const fingerprint = (value: string): string =>
  createHash('sha256').update(value).digest('hex').slice(0, 8);
