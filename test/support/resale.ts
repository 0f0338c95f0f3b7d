import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { run } from '../../src/run.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../src/sandbox/serve-sandbox.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import type { Input, Io } from '../../src/terminal/io.ts';
import { leapingClock } from './clock.ts';
import { testDialect } from './dialect.ts';
import { drawnQuestions } from './drawn-questions.ts';
import { MemoryOutput } from './output.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Screen {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface Circumstances {
  env?: Record<string, string>;
  stdin?: string;
  /** What a person types; stdin is a terminal then. */
  typed?: string;
  /** What a person answers there to one question after the other, each once it is asked; then the input ends. */
  answers?: readonly string[];
  /** The width of the terminal; without it, stdout and stderr are pipes. */
  terminal?: number;
  /** Its height; without it, all fits. */
  rows?: number;
  /** Is a pipe all the same. */
  pipes?: 'stdout';
  /** Is a file on a full disk. */
  full?: 'stdout';
  cwd?: string;
  /** If left out, one by which nobody waits. */
  clock?: Clock;
  onStdout?: (text: string) => void;
  onStderr?: (text: string) => void;
  /** All that is written to stderr, with what is erased again. */
  onDrawn?: (text: string) => void;
  /** Asks the tool to stop, as a signal does: its reason is an `Interrupted`. */
  interruption?: AbortSignal;
}

/** `listings create --title 'Wool coat'` → its words, as a shell parts them. */
export const words = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  );

/** What is typed ahead, or an answer to each question; the input ends after the last one. */
const keyboardOf = ({ answers }: Circumstances, said: string, show: (text: string) => void) =>
  answers
    ? answering([...answers], show)
    : { input: Readable.from(said === '' ? [] : [Buffer.from(said)]) as Input, ...drawnQuestions(show) };

/** Answers each question: what is drawn, or what ends in a blank where only a line is read. */
const answering = (left: string[], show: (text: string) => void) => {
  const input: Input = new Readable({ read() {} });
  const questions = drawnQuestions(show);
  let heard = 0;
  return {
    input,
    flush: questions.flush,
    write(text: string) {
      if (text === '') return;
      heard += 1;
      const now = heard;
      questions.write(text);
      // Once the question is listening, and if nothing follows it.
      setImmediate(() => {
        if (now !== heard || !(questions.isAsked() || text.endsWith(' '))) return;
        const answer = left.shift();
        if (answer === undefined) input.push(null);
        else if (questions.isAsked()) input.push(questions.answer(answer));
        else {
          questions.flush();
          show(`${answer}\n`);
          input.push(`${answer}\n`);
        }
      });
    },
  };
};

/** Runs the tool in this process, as if somebody had typed the line behind `resale`. */
export const resale = async (
  line: string | readonly string[],
  circumstances: Circumstances = {},
): Promise<Screen> => {
  const {
    env = {},
    stdin = '',
    typed,
    terminal,
    cwd = process.cwd(),
    clock = leapingClock(),
    interruption,
  } = circumstances;
  const shape = terminal === undefined ? {} : { isTTY: true, columns: terminal };
  let seen = '';
  const { input, write, flush } = keyboardOf(circumstances, typed ?? stdin, (text) => {
    seen += text;
    circumstances.onStderr?.(text);
  });
  if (typed !== undefined || circumstances.answers) input.isTTY = true;
  const stdout = new MemoryOutput({
    ...(circumstances.pipes === 'stdout' ? {} : shape),
    onWrite: circumstances.onStdout,
    isFull: circumstances.full === 'stdout',
  });
  if (circumstances.rows !== undefined) Object.assign(stdout, { rows: circumstances.rows });
  const drawn = (text: string) => {
    circumstances.onDrawn?.(text);
    write(text);
  };
  const stderr = new MemoryOutput({ ...shape, isForPeople: true, onWrite: drawn });
  const io: Io = {
    stdin: input,
    stdout,
    stderr,
    // A home that can't be written to: what a test wants on disk it names.
    // No test is about colours.
    env: { HOME: '/sys/nonexistent', TERM: 'xterm', NO_COLOR: '1', ...env },
    cwd,
    clock,
    self: [process.execPath, `${process.cwd()}/bin/resale.js`],
    interruption: interruption ?? new AbortController().signal,
    ending: new AbortController().signal,
  };
  const exitCode = await run(typeof line === 'string' ? words(line) : line, io);
  flush();
  return { exitCode, stdout: stdout.text, stderr: seen };
};

export const errorOf = ({ stderr }: Screen): Record<string, unknown> =>
  (JSON.parse(stderr) as { error: Record<string, unknown> }).error;

export interface SandboxedTest extends Sandbox {
  /** The environment in which the tool meets it. */
  env: Record<string, string>;
  /** The requests so far, such as `GET /v1/listings 200`. */
  requests: string[];
}

/** How often sandboxes of tests have a new feed: not at a quarter past, which any test may meet; with a clock of its own, one may. */
export const noNewFeed = 86_400_000;

/** A sandbox for one test, and the environment in which the tool meets it. */
export const sandboxed = async (options: Partial<SandboxOptions> = {}): Promise<SandboxedTest> => {
  const { clientId, apiKey } = sandboxProfile;
  const requests: string[] = [];
  const sandbox = await startSandbox({
    port: 0,
    ...(testDialect ? { dialect: testDialect } : {}),
    onRequest: ({ method, path, status }) => requests.push(`${method} ${path} ${status}`),
    ...(options.now ? {} : { feedEveryMs: noNewFeed }),
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const env = {
    RESALE_BASE_URL: sandbox.baseUrl,
    RESALE_CLIENT_ID: clientId,
    RESALE_API_KEY: apiKey,
    ...(testDialect ? profileWith(sandbox.baseUrl, options.dialect ?? testDialect) : {}),
  };
  return { ...sandbox, env, requests };
};

/** How questions name the service that a change goes to. */
export const placeOf = ({ baseUrl, env }: { baseUrl: string; env: Record<string, string> }): string =>
  env.RESALE_PROFILE ? `${env.RESALE_PROFILE} (${baseUrl})` : baseUrl;

/** The environment in which a profile with a dialect holds. */
const profileWith = (baseUrl: string, dialect: DialectSettings): Record<string, string> => {
  const directory = temporaryFolder();
  const settings = { version: 1, profiles: { dialect: { baseUrl, dialect } } };
  writeFileSync(join(directory, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  return { RESALE_CONFIG_DIR: directory, RESALE_PROFILE: 'dialect' };
};
