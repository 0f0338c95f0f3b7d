import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Whether system calls can be watched, and made to fail, here. */
export const canTrace = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** The calls that put a journal on disk. */
export const journalCalls = 'write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate';

/** What stands before a program so that its calls about one file are written down, and some of them fail. */
export const tracing = (
  file: string,
  trace: string,
  { inject, calls = journalCalls }: { inject?: string; calls?: string } = {},
): string[] => [
  ...['strace', '-f', '-qq', '-ttt', '-T', '-s', '0', '-o', trace, '-P', file, '-e', `trace=${calls}`],
  ...(inject === undefined ? [] : ['-e', `inject=${inject}`]),
];

/** A system call: its name, what it returned, when that was (in milliseconds since 1970), and whether it was made to fail. */
export interface Call {
  name: string;
  result: number;
  returnedAt: number;
  injected: boolean;
}

/** The calls that a trace tells of, in their order. One that never returned is left out. */
export const callsIn = async (trace: string): Promise<Call[]> =>
  (await readFile(trace, 'utf8')).split('\n').flatMap((line) => {
    const [, time = '', resumed, name = '', rest = ''] =
      /^\d+ +(\d+\.\d+) (<\.\.\. )?(\w+)(.*)$/.exec(line) ?? [];
    const [, result, took = '0'] = /= (-?\d+).*?(?:<(\d+\.\d+)>)?$/.exec(rest) ?? [];
    if (result === undefined) return [];
    // A line is stamped when its call begins, one that goes on when it returns.
    const returnedAt = (Number(time) + (resumed ? 0 : Number(took))) * 1000;
    return [{ name, result: Number(result), returnedAt, injected: line.includes('(INJECTED)') }];
  });
