import type { CompletedFlag, CompletedTool } from './model.ts';
import { flagRows, takingCommands } from './tables.ts';

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
