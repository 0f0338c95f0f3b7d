import { setMaxListeners } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { exitCodeMeanings, exitCodeOf, exitCodes } from '../failure/codes.ts';
import { explain, Interrupted } from '../failure/failure.ts';
import type { Invocation } from '../line/invocation.ts';
import type { Shown } from '../terminal/columns.ts';
import { type Host, type Io, print } from '../terminal/io.ts';
import { type FlagTexts, flagName } from '../words/resale-line.ts';

export interface ToolLine {
  path: string;
  flags?: FlagTexts;
  operands?: readonly string[];
  stdin?: string;
  window?: Window;
  isDocument?: true;
}

interface Window {
  offset: number;
  limit: number;
}

const all: Window = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** An error as the tool reports it to programs, with what its exit code means. */
export type ErrorJson = Readonly<Record<string, unknown>> & { code: string; message: string };

/** An error of the server itself, in the form of those of command lines. */
export const errorJson = (error: unknown): ErrorJson => {
  const { exit, deliberate: _, ...explanation } = explain(error);
  return { ...explanation, exit: exitOf(exitCodeOf(exit)) };
};

const exitOf = (code: number) => {
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  const name = names.find((one) => exitCodes[one] === code);
  return { code, meaning: name && exitCodeMeanings[name] };
};

export interface Ended {
  records: readonly Shown[];
  total: number;
  error?: ErrorJson | undefined;
  /** What else stderr said. */
  notices: readonly string[];
  run?: string;
  counts?: Readonly<Record<string, number>>;
  rest?: string;
}

export type RunToolLine = (line: ToolLine) => Promise<Ended>;

/** Whom a line is run for: they cancel it, and hear about its progress. */
type Caller = Pick<Host, 'progress'> & { signal: AbortSignal };

/** Runs command lines with the global flags and the profile of the one that started the server. */
export const toolLines = async (invocation: Invocation): Promise<(caller: Caller) => RunToolLine> => {
  const { io, line: started, settings } = invocation;
  const { name } = await invocation.profile();
  // The current profile may change.
  const around = name === undefined ? io.env : { ...io.env, RESALE_PROFILE: name };
  const globals = flagWords(started.globals);
  return ({ signal, progress }) =>
    async ({ path, flags = {}, operands = [], stdin = '', window = all, isDocument }) => {
      const stop = new AbortController();
      setMaxListeners(0, stop.signal);
      // A cancelled call has no answer, so nobody reads what stopped it.
      const onStop = () => stop.abort(io.interruption.reason ?? new Interrupted('SIGTERM'));
      const signals = [signal, io.interruption];
      for (const one of signals) one.addEventListener('abort', onStop, { once: true });
      if (signals.some(({ aborted }) => aborted)) onStop();
      const { offset, limit } = window;
      const lines: string[] = [];
      let total = 0;
      // The line that has begun; of a document, all of it.
      let begun = '';
      const stdout = sink((text) => {
        begun += text;
        if (isDocument) return;
        const whole = begun.split('\n');
        begun = whole.pop() ?? '';
        for (const line of whole) {
          if (total >= offset && total < offset + limit) lines.push(line);
          total += 1;
        }
      });
      let errors = '';
      const stderr = sink((text) => {
        errors += text;
        if (settings.debug) print(io.stderr, text);
      });
      const ended: { run?: string; rest?: string } = {};
      let counts: (() => Readonly<Record<string, number>>) | undefined;
      const host: Host = {
        progress,
        began(run, countsNow) {
          ended.run = run;
          counts = countsNow;
        },
        rest: (cursor) => Object.assign(ended, { rest: cursor }),
      };
      const { cwd, clock, self, ending } = io;
      const own: Io = {
        stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
        stdout,
        stderr,
        env: around,
        cwd,
        clock,
        self,
        host,
        interruption: stop.signal,
        ending,
      };
      try {
        const words = [
          ...path.split(' '),
          ...globals,
          ...flagWords({ output: isDocument ? 'json' : 'ndjson', ...flags }),
        ];
        // Behind --, nothing that a client sends is a flag.
        const exitCode = await invocation.run([...words, '--', ...operands], own);
        const { error, notices } = errorAndNotices(errors);
        return {
          // A line that was cut short is no record.
          records: (isDocument && begun !== '' ? [begun] : lines).map((line): Shown => JSON.parse(line)),
          total,
          ...ended,
          ...(counts && { counts: counts() }),
          error: error && { ...error, exit: exitOf(exitCode) },
          notices: settings.debug ? [] : notices,
        };
      } finally {
        for (const one of signals) one.removeEventListener('abort', onStop);
      }
    };
};

const flagWords = (flags: FlagTexts): string[] =>
  Object.entries(flags).flatMap(([name, text]) => {
    if (text === undefined) return [];
    if (text === true) return [flagName(name)];
    return [text].flat().map((one) => `${flagName(name)}=${one}`);
  });

/** Splits what a line wrote to stderr into its error, a line of JSON, and the notices before it. */
const errorAndNotices = (text: string): { error: ErrorJson | undefined; notices: string[] } => {
  const lines = text.split(/\n(?! )/).filter((line) => line !== '');
  const isError = (line: string) => line.startsWith('{"error":');
  const error = lines.find(isError);
  return {
    error: error === undefined ? undefined : JSON.parse(error).error,
    notices: lines.filter((line) => !isError(line)),
  };
};

/** A stream that hands on the text that is written to it. */
const sink = (take: (text: string) => void): Writable => {
  const decoder = new TextDecoder();
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      take(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
      done();
    },
  });
};
