import { explain } from '../failure/explain.ts';

/** The result of one check. */
export interface Finding {
  /** What was checked, in a word or two. */
  check: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was sent to find out, if that is not obvious from the check. */
  tried?: string | undefined;
  /** What was found, as a sentence or a few words. May quote a server. */
  found: string;
  /** What to do about it, as a sentence. */
  advice?: string | undefined;
  /** The settings of the dialect that would mend it. */
  set?: Readonly<Record<string, string>> | undefined;
  /** The error, if it failed. */
  error?: unknown;
}

/** What a finding may also say. */
type More = Pick<Finding, 'tried' | 'advice'>;

export const ok = (check: string, found: string, more: More = {}): Finding => ({
  check,
  status: 'ok',
  found,
  ...more,
});

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  status: 'warning',
  found,
  advice,
});

/** A check that is not made, because what it needs is missing. */
export const skipped = (check: string, found: string, more: More = {}): Finding => ({
  check,
  status: 'skipped',
  found,
  ...more,
});

/** A check that failed, explained as any other command would explain the error. */
export const failed = (check: string, error: unknown): Finding => {
  const { message, hint } = explain(error);
  return { check, status: 'failed', found: message, advice: hint, error };
};

/** Runs a check. Whatever it throws becomes its finding, so that one failure does not hide the rest. */
export const found = async (check: string, look: () => Finding | Promise<Finding>): Promise<Finding> => {
  try {
    return await look();
  } catch (error) {
    return failed(check, error);
  }
};
