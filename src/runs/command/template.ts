import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Operation } from '../../changes/operation.ts';
import { writeWhole } from '../../files/whole-file.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { type Format, formatOfFile, formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';

/** Writes the columns, a word on each, and an example. A run ignores these two rows while they are unchanged. */
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
  const row = (text: 'about' | 'example') =>
    Object.fromEntries(own.map((column) => [column.name, column[text]]));
  const { load } = formats[formatOfFile(named) as Format];
  const noScreen = () => Promise.reject(new Error('a file is not drawn'));
  const writer = (await load(noScreen)).records(own.map(({ name }) => ({ field: name, title: name })));
  await writeWhole(path, [await writer.batch([row('about'), row('example')]), await writer.end()]);
  warn(`${'✓'} ${named}. Put your rows below the example. Then: ${line.path} --from ${named} --dry-run`);
  return { kind: 'nothing' };
};
