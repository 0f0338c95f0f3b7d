import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { columnWord } from '../../changes/column-headers.ts';
import type { Operation } from '../../changes/operation.ts';
import { writeWhole } from '../../files/whole-file.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { type Format, formatOfFile, formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { lineAgain } from '../../words/resale-line.ts';

/** Writes a file with nothing but the columns, and says what each is for. */
export const writeTemplate = async (
  { columns }: Operation,
  named: string,
  { io: { cwd }, line, warn }: Invocation,
): Promise<Result> => {
  const path = resolve(cwd, named);
  if (existsSync(path))
    throw new UsageError([
      { name: '--template', message: `${named}: the file exists, and was left as it is` },
    ]);
  const own = columns.filter(({ name, insteadOf }) => insteadOf === undefined && !name.includes('NAME'));
  const open = columns.filter(({ name }) => name.endsWith('NAME'));
  const { load } = formats[formatOfFile(named) as Format];
  const noScreen = () => Promise.reject(new Error('a file is not drawn'));
  const writer = (await load(noScreen)).records(
    own.map(columnWord).map((name) => ({ field: name, title: name })),
  );
  await writeWhole(path, [await writer.batch([]), await writer.end()]);
  const meanings = (some: typeof columns) => some.map((column) => `  ${columnWord(column)}: ${column.about}`);
  const added = open.length === 0 ? [] : ['You may add columns with a NAME of your own:', ...meanings(open)];
  warn(
    proposal(
      [
        `✓ ${named} has the columns`,
        ...meanings(own),
        ...added,
        'When it has rows, to see what they would change:',
      ].join('\n'),
      lineAgain(line, { template: undefined, from: named, dryRun: true }),
    ),
  );
  return { kind: 'nothing' };
};
