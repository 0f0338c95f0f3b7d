import type { CompletedCommand, CompletedFlag, CompletedTool } from './model.ts';

/** A row of a table: the places in a command line that it is for, and how to complete them. */
interface Row<Answer> {
  keys: readonly string[];
  answer: Answer;
}

/** Rows with the same answer are merged, so that the scripts stay short. */
const merged = <Answer>(rows: readonly Row<Answer>[]): Row<Answer>[] => {
  const byAnswer = new Map<string, Row<Answer>>();
  for (const { keys, answer } of rows) {
    const known = byAnswer.get(JSON.stringify(answer));
    byAnswer.set(JSON.stringify(answer), { keys: [...(known?.keys ?? []), ...keys], answer });
  }
  return [...byAnswer.values()];
};

/** Each flag of a command by `command --flag`, and by its short form. */
export const flagRows = ({ commands }: CompletedTool): Row<Omit<CompletedFlag, 'description'>>[] =>
  merged(
    commands.flatMap(({ path, flags }) =>
      flags.map(({ description: _, ...flag }) => ({
        keys: flag.names.map((name) => `${path} ${name}`),
        answer: flag,
      })),
    ),
  );

/** The completion of each argument, by `command position`, from 0; a repeatable one has `*` as its position. */
export const argumentRows = ({ commands }: CompletedTool): Row<string>[] =>
  merged(
    commands.flatMap(({ path, arguments: named, endless }) =>
      named.map((value, place) => ({
        keys: [`${path} ${endless && place === named.length - 1 ? '*' : place}`],
        answer: value,
      })),
    ),
  );

/** Commands that another word follows. */
export const branchesOf = ({ commands }: CompletedTool): CompletedCommand[] =>
  commands.filter(({ words }) => words.length > 0);

export const withFlags = ({ commands }: CompletedTool): CompletedCommand[] =>
  commands.filter(({ flags }) => flags.length > 0);

export const takingCommands = ({ commands }: CompletedTool): string[] =>
  commands.filter(({ takesCommand }) => takesCommand).map(({ path }) => path);

const quoted = (text: string): string => `'${text}'`;

/** The functions about flags that bash and zsh understand alike; `open` is what begins a pattern of `case` there. */
export const posixFlags = (tool: CompletedTool, open: '' | '('): string[] => [
  '# A flag of a command → its $name, its $value where it takes one, whether it may be said $again.',
  '_resale_known_flag() {',
  '  name=$2 value= again=',
  '  case "$1 $2" in',
  ...flagRows(tool).map(
    ({ keys, answer }) => `    ${open}${keys.map(quoted).join('|')}) ${assignments(answer)} ;;`,
  ),
  ...tool.globalFlags.map(
    (flag) => `    ${open}${flag.names.map((name) => `*' ${name}'`).join('|')}) ${assignments(flag)} ;;`,
  ),
  `    ${open}*) return 1 ;;`,
  '  esac',
  '}',
  '',
  '# Whether the command line of another program follows.',
  '_resale_takes_command() {',
  `  [[ ${takingCommands(tool)
    .map((path) => `$1 == ${quoted(path)}`)
    .join(' || ')} ]]`,
  '}',
];

const assignments = ({ names, value, repeatable }: Omit<CompletedFlag, 'description'>): string =>
  [
    `name=${names[0]}`,
    ...(value === undefined ? [] : [`value=${quoted(value)}`]),
    ...(repeatable ? ['again=1'] : []),
  ].join(' ');
