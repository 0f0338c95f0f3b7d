import { exitCodeMeanings, exitCodes } from '../../failure/codes.ts';
import { globalFlags } from '../../line/global-flags.ts';
import { formatNames, formats } from '../../terminal/formats.ts';
import { flagName } from '../../words/resale-line.ts';
import { flagSections, type Part } from '../help-lines.ts';

export const flags: readonly Part[] = [
  ...flagSections(globalFlags, '').map(([, rows]) => ({ rows })),
  'They may stand before or after the words of the command. Each command also has its own flags: see its --help.',
];

type Row = readonly [name: string, meaning: string];

const flagVariables: readonly Row[] = Object.entries(globalFlags).flatMap(([name, flag]): Row[] =>
  'variable' in flag ? [[flag.variable, `the same as ${flagName(name)}`]] : [],
);

/** Variables without a flag. */
const credentialVariables: readonly Row[] = [
  ['RESALE_CLIENT_ID', 'the client id; set both it and RESALE_API_KEY, or neither'],
  ['RESALE_API_KEY', 'the API key; both override those of any profile, the sandbox included'],
];

const directoryVariables: readonly Row[] = [
  ['RESALE_CONFIG_DIR', 'profiles; else $XDG_CONFIG_HOME/resale, else ~/.config/resale'],
  ['RESALE_CACHE_DIR', 'product feeds, compiled code; else $XDG_CACHE_HOME/resale, else ~/.cache/resale'],
  ['RESALE_STATE_DIR', 'the records of runs; else $XDG_STATE_HOME/resale, else ~/.local/state/resale'],
];

/** Variables that many programs know. */
const commonVariables: readonly Row[] = [
  ['CI', 'set on build servers: nothing is asked, as with --no-input'],
  ['NO_COLOR', 'set to anything: no colours'],
  ['FORCE_COLOR', 'colours even where stdout is not a terminal; 0 for none'],
  ['HTTPS_PROXY', 'the proxy for https:// hosts; also in lower case'],
  ['HTTP_PROXY', 'the proxy if HTTPS_PROXY is not set; ALL_PROXY is not read'],
  ['NO_PROXY', 'hosts to reach without the proxy, separated by commas'],
  ['NODE_EXTRA_CA_CERTS', 'a file of further certificate authorities to trust, as with --ca-bundle'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', 'ignored: certificates are always checked'],
  ['PAGER', 'a program such as less for lists and help that are longer than the screen; cat for none'],
  ['TERM', 'dumb: no colours, and no questions'],
  ['COLUMNS', 'the width of a table where neither stdout nor stderr is a terminal'],
];

/** Variables that the tool sets for the programs it starts. */
const childVariables: readonly Row[] = [
  ['RESALE_FEED_OLD', 'with `feed watch --exec`: the file of the previous feed'],
  ['RESALE_FEED_NEW', 'with `feed watch --exec`: the file of the new feed'],
];

/** Every variable that the documents name. */
export const variables: readonly Row[] = [
  ...flagVariables,
  ...credentialVariables,
  ...directoryVariables,
  ...commonVariables,
  ...childVariables,
];

export const environment: readonly Part[] = [
  'A flag overrides the environment, the environment overrides the profile, and the profile overrides the default. An empty variable counts as unset. A variable for an on/off flag, such as RESALE_DEBUG, is on unless its value is 0, false, no or off.',
  { heading: 'Instead of flags' },
  { rows: flagVariables },
  'RESALE_TIMEOUT limits all attempts of one call together, with the pauses between them. A wait that the service asks for (429, Retry-After) is added, up to --max-wait; so is the check after an unconfirmed change. A feed has no time limit while data arrives.',
  'No variable stands for --yes: a forgotten export must not answer every question.',
  { heading: 'Credentials' },
  { rows: credentialVariables },
  'They are sent to any base URL in use, unlike the key that a profile keeps. Programs that the tool starts inherit them, such as that of `feed watch --exec`.',
  'The guard of a protected or read-only profile also applies where a variable or a flag names its service.',
  { heading: 'Directories' },
  { rows: directoryVariables },
  { heading: 'Known to many programs' },
  { rows: commonVariables },
  { heading: 'Set for programs that this one starts' },
  { rows: childVariables },
  { heading: 'Examples' },
  {
    lines: [
      'RESALE_OUTPUT=csv resale listings list --limit 3',
      'RESALE_TIMEOUT=5 RESALE_MAX_RETRIES=0 resale shops lookup store.example',
    ],
  },
];

export const formatting: readonly Part[] = [
  'stdout carries only data: a table at a terminal, JSON in a pipe or a file. --output chooses another format, RESALE_OUTPUT does so for every command, and a profile may have its own format for the terminal.',
  { rows: formatNames.map((format) => [format, formats[format].about] as const) },
  'JSON carries every field as the service sent it, including those that this tool does not know, and numbers digit by digit. A list that fails midway leaves its array open, so that its reader fails, too.',
  'Notices, questions, progress and errors go to stderr; --quiet leaves out the notices. --out FILE writes the data to a file, all of it or nothing, and in the format that its name ends in: stock.csv, stock.ndjson, stock.yaml.',
  '-o xlsx writes any list of records as a workbook. Numbers are numbers in it, and identifiers are texts, which keep their zeros when somebody edits them. For a spreadsheet it is better than CSV, which many programs read with an encoding or a separator of their own.',
  '--html FILE of runs show, feed stats and feed diff writes a report instead: one page that opens in any browser without a network, and can be passed on. Its table can be searched, filtered and sorted.',
  'Colours are for terminals only. NO_COLOR, --no-color and TERM=dumb turn them off, FORCE_COLOR turns them on.',
  'A table is as wide as the terminal, also in front of a pager: resale listings list -o table | less. On a narrow screen columns are shortened, then left out; --fields chooses columns; their titles are never shortened.',
  '--fields a,b.c shows only these fields, in this order, in every format, by their names in data or the heads of their columns (--fields id,external-id); what is nested stays nested. --jq EXPR runs a jq expression on the JSON, or on each record with -o ndjson; with -o table or -o csv, it selects which records are shown. Strings print raw; jq need not be installed, and the expression sees no environment variables.',
  { heading: 'Examples' },
  {
    lines: [
      'resale listings list -o table | less',
      'resale listings list --fields id,sku,availableInventory -o csv',
      "resale listings list --limit 5 --jq '.[].sku'",
      'resale listings list -o ndjson | jq -r .sku',
      'resale listings list --state open --out open.csv',
    ],
  },
];

/** Code and meaning, the lowest first. */
export const exitCodeRows: readonly (readonly [code: string, meaning: string])[] = Object.entries(
  exitCodes,
).map(([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]]);

export const exitCodesTopic: readonly Part[] = [
  'The exit code is the result of a command. Treat an unlisted code as a failure.',
  { rows: exitCodeRows },
  'Without --run, repeat the same command only after 7; with --run, after any code. After 8, look first: the change may have been applied.',
  'The error is on stderr: sentences for people; with -o json or ndjson, or if neither stdout nor stderr is a terminal and no other format was requested, one line of JSON, whose `error` has code, message, status, field, hint, retryable and requestId, as far as they are known. `retryable` is true, false or the text "unknown": such a change may have been applied, so look before you send it again.',
  'A run of many rows ends with the code of the signal that stopped it (129, 130 or 143), else with 8 if a row is in doubt, else with the code of what stopped it, else with 6 if a row was not done.',
  '129, 130 and 143 are what a shell shows: the process ends by the signal once everything is written, so that Ctrl-C also ends a loop around it.',
  { heading: 'In a script' },
  {
    lines: ['resale listings get ID --quiet > listing.json || echo "failed with $?"'],
  },
];
