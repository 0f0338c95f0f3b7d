/** Every word by which programs tell errors apart: what one would branch on. They are as stable as the exit codes. */
// biome-ignore format: with each on its own line, they would fill a page
export const errorCodes = [
  'usage', 'invalid-input', 'ambiguous-name', 'not-found', 'too-much', 'too-large', 'below-zero', 'would-close', 'not-confirmed',
  'read-only', 'no-credentials', 'credentials-refused', 'conflict', 'refused', 'unreachable', 'timeout', 'connection-lost',
  'rate-limited', 'server-error', 'not-the-service', 'bad-answer', 'unknown', 'rows-not-done', 'another-run', 'locked',
  'file-failed', 'unhealthy', 'interrupted', 'unexpected',
] as const;

/** Why one of many changes was not made, in the reports of runs. Runs of earlier versions are read, so no code is ever dropped. */
// biome-ignore format: as above
export const rowCodes = [
  'ambiguous-name', 'another-product', 'bad-answer', 'below-zero', 'conflict', 'connection-lost', 'interrupted',
  'invalid-input', 'invalid-row', 'journal', 'names-disagree', 'not-found', 'not-the-service', 'other-listing', 'proxy', 'rate-limited',
  'redirect', 'refused', 'repeated', 'resolved', 'server-error', 'timeout', 'tls', 'too-large', 'unknown', 'unreachable',
  'would-close',
] as const;
export type RowCode = (typeof rowCodes)[number];

/** One of them; or of what ends a command without a word, since nobody reads on. */
export type ErrorCode = (typeof errorCodes)[number] | 'closed-pipe';

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  credentials: 4,
  conflict: 5,
  rowsNotDone: 6,
  temporary: 7,
  unknown: 8,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** What each code means, in the words of the documents. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'refused by the service, or an unexpected error',
  usage: 'wrong usage, invalid input, or an unknown run or profile; nothing was changed',
  notFound: 'not found',
  credentials: 'credentials missing or refused',
  conflict: 'conflict: the inventory was not what you expected',
  rowsNotDone: 'a run of many rows ended with some not applied',
  temporary:
    'temporary: unreachable, rate-limited, cut short; or, for a read, timed out or a server error; nothing was changed, trying later is safe',
  unknown: 'unknown: it may or may not have been applied',
  hungUp: 'hung up',
  interrupted: 'interrupted, as with Ctrl-C',
  terminated: 'terminated',
};

const programExitCodes = { notRunnable: 126, missing: 127 } as const;

/** The name of an exit code, by which an error says how the tool ends. */
export type Exit = keyof typeof exitCodes | keyof typeof programExitCodes;

/** `usage` → 2 */
export const exitCodeOf = (exit: Exit): number => ({ ...exitCodes, ...programExitCodes })[exit];

/**
 * How a run of many rows ends: by the signal that interrupted it, else by its unknown rows, else by what stopped it,
 * else by the rows that are not done.
 */
export const exitOfRun = (
  { unknown, refused, unsent }: Readonly<Record<'unknown' | 'refused' | 'unsent', number>>,
  stoppedBy?: Exit,
): Exit => {
  if (stoppedBy && ['interrupted', 'terminated', 'hungUp'].includes(stoppedBy)) return stoppedBy;
  if (unknown > 0) return 'unknown';
  if (stoppedBy && stoppedBy !== 'done') return stoppedBy;
  return stoppedBy || refused + unsent > 0 ? 'rowsNotDone' : 'done';
};
