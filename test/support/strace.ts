import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Tests that need strace are skipped where it is missing or not allowed. */
export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

if (!canTrace) console.warn('strace is not here, or may not trace: what needs it is skipped');

/** The calls that put a journal on disk. */
export const journalCalls = 'write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate';

/** Which calls are watched, and which fail. */
interface Watch {
  calls?: string;
  file?: string;
  /** A call that fails or kills, as strace has it: `fdatasync:error=EIO:when=3`. */
  inject?: string;
}

/** The prefix of a command line that logs the program's system calls to a file. */
export const tracing = (trace: string, { calls = journalCalls, file, inject }: Watch = {}): string[] => [
  'strace',
  '-f',
  '-y',
  '-qq',
  '-ttt',
  '-T',
  '-s',
  '16',
  '-o',
  trace,
  '-e',
  `trace=${calls}`,
  ...(file === undefined ? [] : ['-P', file]),
  ...(inject === undefined ? [] : ['-e', `inject=${inject}`]),
];

export interface Call {
  name: string;
  /** The open file, or else its first text, such as a path. */
  about: string;
  text: string;
  result: number;
  /** When it began and returned, in milliseconds since 1970. */
  begunAt: number;
  returnedAt: number;
  injected: boolean;
}

/** The calls in a trace, in the order in which they returned; others are left out. */
export const callsIn = (trace: string): Call[] => {
  const begun = new Map<string, { at: number; rest: string }>();
  return readFileSync(trace, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, pid = '', time, resumed, name, rest = ''] =
        /^(\d+) +(\d+\.\d+) (<\.\.\. )?(\w+)(.*)$/.exec(line) ?? [];
      if (name === undefined) return [];
      const at = Number(time) * 1000;
      if (!resumed) begun.set(pid, { at, rest });
      const { at: begunAt, rest: asked } = begun.get(pid) ?? { at, rest };
      const [, result, took = '0'] = /= (-?\d+).*?(?:<(\d+\.\d+)>)?$/.exec(rest) ?? [];
      if (result === undefined) return [];
      const [, about = /"([^"]*)"/.exec(asked)?.[1] ?? ''] = /^\(\d+<([^>]*)>/.exec(asked) ?? [];
      return {
        name,
        about,
        text: /, "(.*?)"(?:\.\.\.)?, /.exec(asked)?.[1] ?? '',
        result: Number(result),
        begunAt,
        // A line is stamped when its call begins, one that goes on when it returns.
        returnedAt: resumed ? at : at + Number(took) * 1000,
        injected: line.includes('(INJECTED)'),
      };
    });
};
