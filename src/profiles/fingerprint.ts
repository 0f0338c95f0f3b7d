import { getBuiltinModule } from 'node:process';

/** Eight hexadecimal digits that tell whether two secrets are the same, and nothing else about them. */
export const fingerprint = (value: string): string => {
  // Loaded only now: most of who may need it, such as a help screen, does not come to it.
  const { createHash } = getBuiltinModule('node:crypto');
  return createHash('sha256').update(value).digest('hex').slice(0, 8);
};
