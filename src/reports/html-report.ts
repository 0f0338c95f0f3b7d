import { version } from '../../package.json';
import { fileToWrite } from '../line/flags/value-kinds.ts';
import type { Invocation } from '../line/invocation.ts';
import { write } from '../terminal/io.ts';
import type { Result } from '../terminal/results.ts';
import { type FlagTexts, lineAgain } from '../words/resale-line.ts';
import { localMoment } from '../words/times.ts';
import type { Report } from './report-page.ts';

export const htmlFlags = {
  html: fileToWrite('Write an HTML report instead: one file that opens anywhere; - prints it'),
} as const;

/** A report is for people: no selection applies to it, and it has one destination. */
export const htmlConflicts = ['output', 'json', 'fields', 'jq', 'dry-run', 'out'].map(
  (name) => `--html --${name}`,
);

/**
 * Writes a report to its file, all of it or nothing, or prints it. The file is opened before `make` starts its work, so that an
 * unwritable path fails at once.
 */
export const htmlReport = async (
  path: string,
  invocation: Invocation,
  /** The flags with which the same command prints all rows. */
  all: FlagTexts,
  make: () => Promise<Report>,
): Promise<Result> => {
  const imprint = {
    made: `Made by resale ${version} on ${localMoment(new Date())}.`,
    all: lineAgain(invocation.line, { html: undefined, ...all }),
  };
  const [{ reportHtml }, { toFile }] = await Promise.all([
    import('./report-page.ts'),
    import('../terminal/out-file.ts'),
  ]);
  if (path === '-') return { kind: 'bytes', bytes: reportHtml(await make(), imprint) };
  const written = await toFile(path, invocation.io.cwd);
  try {
    for await (const piece of reportHtml(await make(), imprint)) await write(written.output, piece);
  } catch (error) {
    await written.discard();
    throw error;
  }
  await written.commit();
  invocation.note(`✓ The report is in ${path}`);
  return { kind: 'nothing' };
};
