import type { Settings } from '../cli/global-flags.ts';
import type { Invocation } from '../cli/invocation.ts';
import { sameAgain } from '../cli/shell-line.ts';
import { type Answers, spoken } from './answers.ts';

/** The command line that says the same without questions, as a POSIX shell takes it. `words` need no quotes. */
export const commandLine = (
  words: readonly string[],
  { profile, baseUrl }: Pick<Settings, 'profile' | 'baseUrl'>,
  answers: Answers,
): string =>
  sameAgain(
    { path: ['resale', ...words].join(' '), flags: spoken(answers), globals: { profile, baseUrl } },
    {},
  ).join(' ');

/** Shows a command line for somebody to copy: as one line, however narrow the terminal is. Not with --quiet. */
export const offerLine = ({ io, settings, redact }: Invocation, title: string, line: string): void => {
  if (!settings.quiet) io.stderr.write(redact(`\n${title}\n${line}\n\n`));
};
