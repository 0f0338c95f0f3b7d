import type { DescribedCommand, DescribedFlag, Description } from '../../src/help/describe.ts';

/** Every command, one row each, and the flags that all of them take, as Markdown. */
export const commandReference = ({ commands, globalFlags }: Description): string =>
  [
    '| command | what it does |',
    '|---|---|',
    ...commands.map(commandRow),
    '',
    `Every command takes ${globalFlags.map(flagText).join(', ')}.`,
  ].join('\n');

const commandRow = ({ path, usage, summary }: DescribedCommand): string => {
  const [form = path] = usage;
  return `| \`${form.replace(' [flags]', '')}\` | ${summary} |`;
};

/** `-o, --output FORMAT` */
const flagText = (flag: DescribedFlag): string => {
  const names = [flag.short, flag.name].filter((name) => name !== undefined).join(', ');
  return `\`${names}${flag.type === 'boolean' ? '' : ` ${flag.placeholder}`}\``;
};

/** The exit codes as a table of Markdown. */
export const exitCodeTable = ({ exitCodes }: Description): string =>
  [
    '| code | meaning |',
    '|---|---|',
    ...exitCodes.map(({ code, meaning }) => `| ${code} | ${meaning} |`),
  ].join('\n');
