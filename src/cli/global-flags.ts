import {
  choice,
  file,
  names,
  profileName,
  seconds,
  text,
  toggle,
  wholeNumber,
} from '../flags/value-kinds.ts';
import {
  type Flags,
  type FlagValues,
  readFlags,
  readValue,
  type UsageFault,
  type Value,
} from '../flags/values.ts';
import { type Format, formatNames, formats } from '../terminal/formats.ts';
import type { CommandLine } from './command-line.ts';

/** The flags that every command takes. */
export const globalFlags = {
  profile: {
    ...profileName('The profile to use: base URL, credentials, defaults'),
    short: 'p',
    variable: 'RESALE_PROFILE',
  },
  baseUrl: {
    ...text('URL', 'Where the service is, instead of what the profile says'),
    variable: 'RESALE_BASE_URL',
  },
  output: {
    ...choice(
      'FORMAT',
      formatNames,
      'How to print, where not as a table on a terminal and as json elsewhere',
    ),
    short: 'o',
    variable: 'RESALE_OUTPUT',
  },
  json: toggle('The same as --output json'),
  fields: names('FIELDS', 'Show these fields alone, in this order: id,images.url'),
  jq: {
    ...text('EXPR', 'Run a jq expression over the JSON, or with -o ndjson over each record; texts print raw'),
    short: 'q',
  },
  out: file('FILE', 'Write the data to a file, whole or not at all'),
  dryRun: { ...toggle('Print what would be sent, and change nothing'), short: 'n' },
  yes: { ...toggle('Go ahead without asking'), short: 'y' },
  noInput: { ...toggle('Never ask; fail where something is missing'), variable: 'RESALE_NO_INPUT' },
  timeout: { ...seconds('How long one call may take', 0.001), default: 30, variable: 'RESALE_TIMEOUT' },
  maxRetries: {
    ...wholeNumber('N', 'How often to try again where that is safe', { min: 0, max: 20 }),
    default: 2,
    variable: 'RESALE_MAX_RETRIES',
  },
  maxWait: { ...seconds('The longest wait that the service may ask for'), default: 60 },
  settle: { ...seconds('How long an unconfirmed change is let rest before it is looked at'), default: 15 },
  curl: toggle('With --dry-run, print what would be sent as command lines of curl'),
  caBundle: {
    ...file('FILE', 'Certificate authorities to trust beside those of this machine, as PEM'),
    variable: 'RESALE_CA_BUNDLE',
  },
  debug: {
    ...toggle('Show each request and answer on stderr, with times and without secrets'),
    variable: 'RESALE_DEBUG',
  },
  debugFile: file('FILE', 'Write the same to the end of a file, with the time of day'),
  quiet: { ...toggle('Print no notices'), variable: 'RESALE_QUIET' },
  noColor: toggle('Print without colours'),
  help: { ...toggle('Show this help'), short: 'h' },
  version: { ...toggle('Print the version'), short: 'V' },
} as const satisfies Flags;

/** What holds for one run of a command, after flags and environment. */
export interface Settings {
  profile: string | undefined;
  baseUrl: string | undefined;
  /** As asked for; what a profile or the terminal says comes after it. */
  format: Format | undefined;
  /** Whether errors are printed for programs; where no format was asked for, the streams decide. */
  errorsAsJson: boolean | undefined;
  fields: readonly string[] | undefined;
  jq: string | undefined;
  out: string | undefined;
  dryRun: boolean;
  yes: boolean;
  mayAsk: boolean;
  timeoutMs: number;
  maxRetries: number;
  maxWaitMs: number;
  settleMs: number;
  curl: boolean;
  caBundle: { path: string; source: string } | undefined;
  debug: boolean;
  debugFile: string | undefined;
  quiet: boolean;
  noColor: boolean;
}

/**
 * Flags before the environment before the defaults, of however much of a command line was read. What can't be read counts
 * as not said, and is a fault under the name of its flag or variable.
 */
export const settingsOf = ({ globals, env }: CommandLine, faults: UsageFault[] = []): Settings => {
  const flags = readFlags(globalFlags, globals, faults);
  const fromEnv = <T>(flag: Value<T> & { variable: string }): T | undefined => {
    const said = env[flag.variable];
    return said ? readValue(flag.variable, flag, said, faults) : undefined;
  };
  const switchedOn = ({ variable }: { variable: string }): boolean =>
    fromEnv({ ...onOrOff, variable }) ?? false;
  if (flags.json && flags.output !== undefined && flags.output !== 'json')
    faults.push({ name: '--json', message: `contradicts --output ${flags.output}` });
  if (flags.curl) faults.push(...faultsOfCurl(flags));
  const caBundle = flags.caBundle ?? (env[globalFlags.caBundle.variable] || undefined);
  const preferred = fromEnv(globalFlags.output);
  if (flags.jq !== undefined && flags.output !== undefined && !isJson(flags.output))
    faults.push({ name: '--jq', message: `contradicts --output ${flags.output}: it works on JSON` });
  const asked = flags.json ? 'json' : (flags.output ?? preferred);
  return {
    profile: flags.profile,
    baseUrl: flags.baseUrl,
    // What was only preferred gives way to an expression that was typed.
    format: flags.jq === undefined || (asked && isJson(asked)) ? asked : 'json',
    errorsAsJson: asked && isJson(asked),
    fields: flags.fields,
    jq: flags.jq,
    out: flags.out,
    dryRun: flags.dryRun,
    yes: flags.yes,
    mayAsk: !(flags.noInput || switchedOn(globalFlags.noInput) || switchedOn(buildServer)),
    timeoutMs: (flags.timeout ?? fromEnv(globalFlags.timeout) ?? globalFlags.timeout.default) * 1000,
    maxRetries: flags.maxRetries ?? fromEnv(globalFlags.maxRetries) ?? globalFlags.maxRetries.default,
    maxWaitMs: (flags.maxWait ?? globalFlags.maxWait.default) * 1000,
    settleMs: (flags.settle ?? globalFlags.settle.default) * 1000,
    curl: flags.curl,
    caBundle:
      caBundle === undefined
        ? undefined
        : { path: caBundle, source: flags.caBundle ? '--ca-bundle' : globalFlags.caBundle.variable },
    debug: flags.debug || switchedOn(globalFlags.debug),
    debugFile: flags.debugFile,
    quiet: flags.quiet || switchedOn(globalFlags.quiet),
    noColor: flags.noColor,
  };
};

/** Whoever asks for a line to run may expect that it runs, so nothing is guessed. */
const faultsOfCurl = ({ dryRun, json, output, fields, jq }: FlagValues<typeof globalFlags>): UsageFault[] => [
  ...(dryRun ? [] : [{ name: '--curl', message: 'says how to print a request, so say --dry-run, too' }]),
  ...(json || [output, fields, jq].some((said) => said !== undefined)
    ? [{ name: '--curl', message: 'goes with no other form of output' }]
    : []),
];

const isJson = (format: Format): boolean => formats[format].json !== undefined;

/** What every build server sets: nobody is there to be asked. */
const buildServer = { variable: 'CI' };

/** A switch in the environment: on unless it says no. */
const onOrOff: Value<boolean> = {
  placeholder: 'on|off',
  description: 'A switch',
  read: (said) => !/^(0|false|no|off)$/i.test(said),
};
