import { explain } from '../failure/explain.ts';

/** What came of looking at one thing. */
export interface Finding {
  /** What was looked at, in a word. */
  check: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, as a sentence or a few words. May quote a server. */
  found: string;
  /** What to do about it, as a sentence. */
  advice?: string | undefined;
  /** What went wrong, where it failed. */
  error?: unknown;
}

export const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  status: 'warning',
  found,
  advice,
});

/** Something that can't be looked at, since something before it is missing. */
export const skipped = (check: string, found: string): Finding => ({ check, status: 'skipped', found });

/** A failure, in the words that every other command has for it. */
export const failed = (check: string, error: unknown): Finding => {
  const { message, hint } = explain(error);
  return { check, status: 'failed', found: message, advice: hint, error };
};

/** Runs a check; whatever it throws is what it found, so that no check hides another. */
export const found = async (check: string, look: () => Finding | Promise<Finding>): Promise<Finding> => {
  try {
    return await look();
  } catch (error) {
    return failed(check, error);
  }
};
