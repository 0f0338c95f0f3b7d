/** What a failure means to whoever runs the tool. */
export interface Failure {
  exitCode: number;
  /** A stable word for programs. */
  code: string;
  /** Whoever runs the tool said no: nothing went wrong. */
  deliberate?: true | undefined;
  /** What happened, as a sentence. */
  message: string;
  /** Where a sentence does not say it all: a line each. */
  details?: readonly string[] | undefined;
  /** What to do, as a sentence. */
  hint?: string | undefined;
  /** The service's status, where it answered. */
  status?: number | undefined;
  /** The field of the service that is at fault. */
  field?: string | undefined;
  retryable: boolean | 'unknown';
  requestId?: string | undefined;
}

/** What one room's errors mean; the message is the error's own where none is given. */
export type Meaning = Omit<Failure, 'message' | 'retryable'> & {
  message?: string;
  retryable?: Failure['retryable'];
};

/** `no profile is chosen` → `No profile is chosen.` What is no plain word at its beginning, such as a field or a URL, stays. */
export const asSentence = (text: string): string => {
  const trimmed = text.trim();
  const begun = trimmed.replace(
    /^[a-z]+(?=[\s,;']|$)/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
  return `${begun}${/[.!?…]$/.test(trimmed) ? '' : '.'}`;
};
