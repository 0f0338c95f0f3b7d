import { exitCodes } from '../../../src/failure/codes.ts';

const stopped: readonly number[] = [exitCodes.interrupted, exitCodes.terminated, exitCodes.hungUp];

const documented: readonly number[] = Object.values(exitCodes);

/** How a command ended, and what it said. */
export interface Said {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/** What no command may do, however badly it fares. */
export const unmannerly = ({ exitCode, stdout, stderr }: Said, secrets: readonly string[]): string[] => [
  ...(exitCode !== undefined && documented.includes(exitCode) ? [] : [`exit code ${exitCode}`]),
  ...(/^\s+at .+:\d+:\d+\)?$/m.test(stdout + stderr) ? ['a stack trace'] : []),
  ...secrets.filter((secret) => (stdout + stderr).includes(secret)).map((secret) => `${secret} was printed`),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  ...(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.test(stderr) ? ['stderr acts on the terminal'] : []),
  ...(stderr.includes('This is a fault of resale itself') ? [`an error that nobody foresaw: ${stderr}`] : []),
  ...wrongError(exitCode, stderr),
];

/** A failure is told once: in one line of JSON, whose promise is that of the exit code, or in sentences. */
const wrongError = (exitCode: number | undefined, stderr: string): string[] => {
  const told = stderr.split('\n').filter((line) => line.startsWith('{"error"') || line.startsWith('Error: '));
  if (exitCode === 0) return told.length === 0 ? [] : ['an error, though the exit code is 0'];
  const [first = ''] = told;
  if (told.length !== 1) return [`${told.length} errors in: ${stderr}`];
  return first.startsWith('{') ? wrongJson(exitCode, first) : [];
};

const wrongJson = (exitCode: number | undefined, line: string): string[] => {
  const { error } = JSON.parse(line) as { error: Record<string, unknown> };
  const { code, message, retryable } = error;
  const wanted = exitCode === 8 ? 'unknown' : exitCode === 7;
  return [
    ...(typeof code === 'string' && typeof message === 'string' ? [] : ['an error without code or message']),
    ...(retryable === wanted || stopped.includes(exitCode ?? 0)
      ? []
      : [`exit code ${exitCode}, and retryable: ${retryable}`]),
  ];
};
