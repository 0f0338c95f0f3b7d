import type { DescribedCommand, DescribedFlag, Description } from '../../src/help/describe.ts';

/**
 * The interface, one line per item: every command, argument, flag, topic, variable and exit code. A change of what users can
 * type shows as a difference in this text.
 */
export const surfaceOf = ({ globalFlags, commands, topics, environment, exitCodes }: Description): string =>
  `${[
    ...commands.flatMap(({ path, arguments: named, flags }) => [
      `command resale ${path}`,
      ...named.map((argument) => `argument resale ${path} ${argumentText(argument)}`),
      ...flags.map((flag) => `flag resale ${path} ${flagText(flag)}`),
    ]),
    ...globalFlags.map((flag) => `flag * ${flagText(flag)}`),
    ...topics.map(({ name }) => `topic ${name}`),
    ...environment.map(({ name }) => `variable ${name}`),
    ...exitCodes.map(({ code, meaning }) => `exit ${code} ${meaning}`),
  ].join('\n')}\n`;

const argumentText = ({
  placeholder,
  choices,
  repeatable,
  optional,
}: DescribedCommand['arguments'][number]): string => {
  const name = `${placeholder}${repeatable ? '...' : ''}`;
  return `${optional ? `[${name}]` : name}${wordsText(choices)}`;
};

/** `--output, -o FORMAT: table|json` */
const flagText = (flag: DescribedFlag): string => {
  const name = [flag.name, flag.short].filter(Boolean).join(', ');
  if (flag.type === 'boolean') return name;
  return `${name} ${flag.placeholder}${flag.repeatable ? '...' : ''}${wordsText(flag.choices)}${flag.default === undefined ? '' : ` (${flag.default})`}`;
};

const wordsText = (choices: readonly string[] | undefined): string =>
  choices ? `: ${choices.join('|')}` : '';
