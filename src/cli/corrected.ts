import type { Invocation } from './invocation.ts';

/** Tells of a value that is used in another form than the one that was typed. */
export const tellIfCorrected = ({ warn }: Invocation, typed: unknown, used: string | undefined): void => {
  if (typeof typed === 'string' && used !== undefined && used !== typed)
    warn(`Only the domain is used: ${used}, not ${typed}`);
};
