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
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;
