import { file, fileBeside, fileToWrite, text, toggle, wholeNumber } from '../../line/flags/value-kinds.ts';
import type { Flags, FlagValues, Value } from '../../line/flags/values.ts';
import { formatNames, formatOfFile, formats } from '../../terminal/formats.ts';
import type { PlanPart } from '../folder/directory.ts';
import { isRunName } from '../folder/run-names.ts';

const group = 'Many at once';

const percent: Value<number> = {
  placeholder: 'PCT',
  description: 'Send nothing if more than this percentage of the rows would change something',
  read(text) {
    const number = Number(text.replace(/%$/, ''));
    if (!/^\d{1,3}(\.\d+)?%?$/.test(text) || number > 100)
      return { fault: `must be a percentage such as 20, not '${text}'` };
    return number;
  },
};

const shard: Value<PlanPart> = {
  placeholder: 'I/N',
  description:
    'Send only part I of N of one plan, to share it among machines; no two parts have the same listing',
  read(text) {
    const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
    if (!index || !count || Number(index) < 1 || Number(index) > Number(count))
      return { fault: `must be of the form 2/8, from 1/8 to 8/8, not '${text}'` };
    return { index: Number(index), count: Number(count) };
  },
};

const longestName = 60;

const run: Value<string> = {
  placeholder: 'NAME',
  description: 'Start or continue the named run; if it has finished, repeat its result',
  read(text) {
    if (text.length <= longestName && isRunName(text)) return text;
    return {
      fault: `must be a name such as restock-2026-11-21, of at most ${longestName} letters, digits, dots, - and _, and not of the form that runs have by themselves; it is '${text.slice(0, 80)}'`,
    };
  },
};

const templateEndings = formatNames
  .filter((name) => formats[name].isFlat)
  .map((name) => `.${name}`)
  .join(' or ');

const template: Value<string> = {
  ...fileToWrite(`Write a file with the columns, and say what each is for (${templateEndings})`),
  read(text) {
    const format = formatOfFile(text);
    if (format !== undefined && formats[format].isFlat && !/\.gz$/i.test(text)) return text;
    return { fault: `must name a file that ends in ${templateEndings}, not '${text}'` };
  },
};

const planned = fileBeside('Write the plan to a file and send nothing; --from FILE applies it later');
const plan: Value<string> = {
  ...planned,
  read: (text) =>
    [undefined, 'ndjson'].includes(formatOfFile(text)) && !/\.gz$/i.test(text)
      ? planned.read(text)
      : { fault: `must end in .ndjson, the form of a plan, not '${text}'` },
};

/** Without a default, for commands that continue a run. */
export const concurrency = { ...wholeNumber('N', 'Rows in flight at once', { min: 1, max: 32 }), group };

export const bulkFlags = {
  from: { ...file('FILE', 'Rows from a workbook (.xlsx), CSV, NDJSON or JSON, or from stdin with -'), group },
  sheet: { ...text('NAME', 'The sheet of a workbook (default: the first one)'), group },
  template: { ...template, group },
  skipInvalid: { ...toggle('Leave out invalid rows and run the others'), group },
  ignoreExtra: { ...toggle('Ignore unknown columns'), group },
  maxChange: { ...percent, group },
  concurrency: { ...concurrency, default: 16 },
  plan: { ...plan, group },
  failedOut: {
    ...fileBeside('Write the rows that were not applied to a file, ready to fix and run again'),
    group,
  },
  shard: { ...shard, group },
  run: { ...run, group },
} satisfies Flags;

export const inventoryBulkFlags = {
  maxClose: {
    ...wholeNumber('N', 'Send nothing if more than this many listings would close', { min: 0 }),
    group,
  },
} satisfies Flags;

export const creationBulkFlags = {
  deriveExternalId: {
    ...toggle('Make an external identifier for rows without one, from the run and the row'),
    group,
  },
} satisfies Flags;

export type BulkFlags = FlagValues<typeof bulkFlags & typeof inventoryBulkFlags>;
