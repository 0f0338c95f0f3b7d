import { type Format, formatNames, formatOfFile, formats } from '../terminal/formats.ts';
import type { CommandLine } from './command-line.ts';
import {
  choice,
  file,
  fileToWrite,
  names,
  profileName,
  requestRate,
  seconds,
  text,
  toggle,
  wholeNumber,
} from './flags/value-kinds.ts';
import { type Flags, readFlags, readValue, type UsageFault, type Value } from './flags/values.ts';

export const globalFlags = {
  profile: {
    ...profileName('The profile to use: base URL, credentials, defaults'),
    short: 'p',
    variable: 'RESALE_PROFILE',
  },
  baseUrl: {
    ...text('URL', "The base URL of the service, instead of the profile's"),
    variable: 'RESALE_BASE_URL',
  },
  output: {
    ...choice(
      'FORMAT',
      formatNames,
      'Output format (default: the ending of --out, else a table at a terminal and json elsewhere)',
    ),
    short: 'o',
    variable: 'RESALE_OUTPUT',
  },
  json: toggle('The same as --output json'),
  fields: names('FIELDS', 'Show only these fields, in this order: id,images.url'),
  jq: {
    ...text(
      'EXPR',
      'Run a jq expression on the JSON, or with -o ndjson on each record; strings print raw. With -o table or csv it selects records of a list',
    ),
    short: 'q',
  },
  out: fileToWrite(
    'Write the data to a file, all of it or nothing; compressed if its name ends in .gz; - is stdout',
  ),
  dryRun: { ...toggle('Print what would be sent, and change nothing'), short: 'n' },
  yes: {
    ...toggle('Go ahead without asking; a protected profile has to be named, too, with --profile'),
    short: 'y',
  },
  noInput: { ...toggle('Never ask; fail if something is missing'), variable: 'RESALE_NO_INPUT' },
  timeout: {
    ...seconds('Time limit of one call, retries included', 0.001),
    default: 30,
    variable: 'RESALE_TIMEOUT',
  },
  maxRetries: {
    ...wholeNumber('N', 'Retries of a call, where that is safe', { min: 0, max: 20 }),
    default: 2,
    variable: 'RESALE_MAX_RETRIES',
  },
  maxWait: {
    ...seconds('The longest wait that the service may ask for, on top of --timeout'),
    default: 60,
  },
  rate: {
    ...requestRate('Send at most this many requests: 50/s, 1000/min (default: as many as the service takes)'),
    variable: 'RESALE_RATE',
  },
  settle: { ...seconds('Wait before a change without an answer is checked'), default: 15 },
  caBundle: {
    ...file('FILE', 'Certificate authorities to trust besides those of this machine, as PEM'),
    variable: 'RESALE_CA_BUNDLE',
  },
  debug: {
    ...toggle('Show each request and answer on stderr, with times and without secrets'),
    variable: 'RESALE_DEBUG',
  },
  quiet: { ...toggle('Print no notices'), variable: 'RESALE_QUIET' },
  noColor: toggle('Print without colours'),
  help: { ...toggle('Show this help'), short: 'h' },
  version: { ...toggle('Print the version'), short: 'V' },
} as const satisfies Flags;

/** The values of the global flags, with the environment applied. */
export type Settings = ReturnType<typeof settingsOf>;

/**
 * Flags override the environment, which overrides the defaults; the command line may be incomplete. An invalid value counts
 * as missing, and adds a fault under the name of its flag or variable.
 */
export const settingsOf = ({ globals, env }: CommandLine, faults: UsageFault[] = []) => {
  const { output, json, noInput, timeout, maxWait, ...flags } = readFlags(globalFlags, globals, faults);
  const fromEnv = <T>(flag: Value<T> & { variable: string }): T | undefined => {
    const text = env[flag.variable];
    return text ? readValue(flag.variable, flag, text, faults) : undefined;
  };
  const switchedOn = ({ variable }: { variable: string }): boolean =>
    fromEnv({ ...onOrOff, variable }) ?? false;
  const preferred = fromEnv(globalFlags.output);
  const out = flags.out === '-' ? undefined : flags.out;
  const ending = formatOfFile(out);
  const isWorkbook = ending !== undefined && formats[ending].isBinary;
  // The output of an expression need not have the format of the file's extension.
  const named = flags.jq === undefined ? ending : undefined;
  const typed = json ? 'json' : output;
  const wish = typed ?? named ?? preferred;
  if (json && output !== undefined && output !== 'json')
    faults.push({ name: '--json', message: `contradicts --output ${output}` });
  const caBundle = flags.caBundle ?? env[globalFlags.caBundle.variable];
  const unfit =
    output !== undefined && !isJson(output) && !isSelectable(output)
      ? `--output ${output}`
      : isWorkbook && `--out ${out}`;
  if (flags.jq !== undefined && unfit)
    faults.push({
      name: '--jq',
      message: `contradicts ${unfit}: it works on JSON, or selects records for a table or CSV`,
    });
  if (named !== undefined && typed !== undefined && typed !== named)
    faults.push({
      name: '--out',
      message: `names a file of the format ${named}, and not ${typed}: change one of them`,
    });
  return {
    ...flags,
    // It overrides the profile and the terminal. An expression overrides a format from the environment.
    format:
      flags.jq === undefined || (wish && isJson(wish)) || (typed && isSelectable(typed)) ? wish : 'json',
    // Undefined where the streams decide. A file's extension does not request errors as JSON, but may exclude them.
    errorsAsJson:
      typed === undefined && named !== undefined && isJson(named) ? undefined : wish && isJson(wish),
    out,
    mayAsk: !(noInput || switchedOn(globalFlags.noInput) || switchedOn(buildServer)),
    timeoutMs: (timeout ?? fromEnv(globalFlags.timeout) ?? globalFlags.timeout.default) * 1000,
    maxRetries: flags.maxRetries ?? fromEnv(globalFlags.maxRetries) ?? globalFlags.maxRetries.default,
    maxWaitMs: (maxWait ?? globalFlags.maxWait.default) * 1000,
    rate: flags.rate ?? fromEnv(globalFlags.rate),
    settleMs: (flags.settle ?? globalFlags.settle.default) * 1000,
    caBundle:
      caBundle === undefined
        ? undefined
        : { path: caBundle, source: flags.caBundle ? '--ca-bundle' : globalFlags.caBundle.variable },
    debug: flags.debug || switchedOn(globalFlags.debug),
    quiet: flags.quiet || switchedOn(globalFlags.quiet),
  };
};

const isJson = (format: Format): boolean => formats[format].json !== undefined;

/** Whether an expression may select the records that the format shows. */
const isSelectable = (format: Format): boolean =>
  formats[format].isDrawn || formats[format].isSeparated === true;

/** Set by every build server: nobody is there to answer. */
const buildServer = { variable: 'CI' };

/** A switch in the environment: on unless it says no. A file of variables may keep the quotes that a shell takes off. */
const onOrOff: Value<boolean> = {
  placeholder: 'on|off',
  description: 'A switch',
  read: (text) => !/^(['"]?)(0|false|no|off|)\1$/i.test(text),
};
