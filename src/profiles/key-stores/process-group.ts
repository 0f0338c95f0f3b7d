/** Whether a program can be given a group of its own, in which whatever it starts is, too. Windows knows none. */
export const groups = process.platform !== 'win32';

interface Program {
  readonly pid?: number | undefined;
  kill(signal: 'SIGKILL'): boolean;
}

/** Ends a program that was started with a group of its own, and what it started. */
export const endGroup = (program: Program): void => {
  if (!groups || program.pid === undefined) {
    program.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-program.pid, 'SIGKILL');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // All of it has ended, or is somebody else's.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
};
