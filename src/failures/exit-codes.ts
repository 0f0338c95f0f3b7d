/** The exit codes, and what each promises. */
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
  // As a shell has them, of a program that it was to run.
  programNotRunnable: 126,
  programMissing: 127,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;
