import { uptime } from 'node:os';

/**
 * Whether a file that was last written then, in milliseconds since 1970, may have holes where nothing was put on the disk
 * for certain: a power cut since leaves it in its full length, and not all of its bytes.
 */
export const mayHaveHoles = (writtenMs: number): boolean => writtenMs < Date.now() - uptime() * 1000;
