import { type Format, formats } from '../terminal/formats.ts';
import type { Io } from '../terminal/io.ts';
import type { UsageFault } from './errors.ts';
import { choice, names, seconds, text, toggle, wholeNumber } from './value-kinds.ts';
import { type FlagValues, readValue, type Value } from './values.ts';

/** The flags that every command takes. */
export const globalFlags = {
  profile: { ...text('NAME', 'The profile to use: base URL, credentials, defaults'), short: 'p' },
  baseUrl: text('URL', 'Where the service is, instead of what the profile says'),
  output: {
    ...choice('FORMAT', formats, 'How to print, where not as a table on a terminal and as json elsewhere'),
    short: 'o',
  },
  json: toggle('The same as --output json'),
  fields: names('FIELDS', 'Show these fields alone, in this order: id,images.url'),
  jq: {
    ...text('EXPR', 'Run a jq expression over the JSON, or with -o ndjson over each record; texts print raw'),
    short: 'q',
  },
  out: text('FILE', 'Write the data to a file, whole or not at all'),
  dryRun: { ...toggle('Print what would be sent, and change nothing'), short: 'n' },
  yes: { ...toggle('Go ahead without asking'), short: 'y' },
  noInput: toggle('Never ask; fail where something is missing'),
  timeout: seconds('How long one call may take (default 30)', 0.001),
  maxRetries: wholeNumber('N', 'How often to try again where that is safe (default 2)', { min: 0, max: 20 }),
  maxWait: seconds('The longest wait that the service may ask for (default 60)'),
  settle: seconds('How long an unconfirmed change is let rest before it is looked at (default 15)'),
  curl: toggle('With --dry-run, print what would be sent as command lines of curl'),
  caBundle: text('FILE', 'Certificate authorities to trust beside those of this machine, as PEM'),
  debug: toggle('Show each request and answer on stderr, with times and without secrets'),
  debugFile: text('FILE', 'Write the same to the end of a file, with the time of day'),
  quiet: toggle('Print no notices'),
  noColor: toggle('Print without colours'),
} as const;

/** What holds for one run of a command, after flags and environment. */
export interface Settings {
  profile: string | undefined;
  baseUrl: string | undefined;
  /** As asked for; what a profile or the terminal says comes after it. */
  format: Format | undefined;
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

/** Flags before the environment before the defaults. A variable that can't be read is a fault under its own name. */
export const settingsOf = (
  flags: FlagValues<typeof globalFlags>,
  env: Io['env'],
  faults: UsageFault[],
): Settings => {
  const fromEnv = <T>(name: string, value: Value<T>): T | undefined => {
    const said = env[name];
    return said ? readValue(name, value, said, faults) : undefined;
  };
  const switchedOn = (name: string): boolean => fromEnv(name, onOrOff) ?? false;
  if (flags.json && flags.output !== undefined && flags.output !== 'json')
    faults.push({ name: '--json', message: `contradicts --output ${flags.output}` });
  if (flags.curl) faults.push(...faultsOfCurl(flags));
  const caBundle = flags.caBundle ?? (env.RESALE_CA_BUNDLE || undefined);
  const preferred = fromEnv('RESALE_OUTPUT', globalFlags.output);
  if (flags.jq !== undefined && flags.output !== undefined && !isJson(flags.output))
    faults.push({ name: '--jq', message: `contradicts --output ${flags.output}: it works on JSON` });
  // What was only preferred gives way to an expression that was typed.
  const withJq = preferred !== undefined && isJson(preferred) ? preferred : 'json';
  return {
    profile: flags.profile,
    baseUrl: flags.baseUrl,
    format: flags.json ? 'json' : (flags.output ?? (flags.jq === undefined ? preferred : withJq)),
    fields: flags.fields,
    jq: flags.jq,
    out: flags.out,
    dryRun: flags.dryRun,
    yes: flags.yes,
    mayAsk: !(flags.noInput || switchedOn('RESALE_NO_INPUT') || switchedOn('CI')),
    timeoutMs: (flags.timeout ?? fromEnv('RESALE_TIMEOUT', globalFlags.timeout) ?? 30) * 1000,
    maxRetries: flags.maxRetries ?? fromEnv('RESALE_MAX_RETRIES', globalFlags.maxRetries) ?? 2,
    maxWaitMs: (flags.maxWait ?? 60) * 1000,
    settleMs: (flags.settle ?? 15) * 1000,
    curl: flags.curl,
    caBundle:
      caBundle === undefined
        ? undefined
        : { path: caBundle, source: flags.caBundle ? '--ca-bundle' : 'RESALE_CA_BUNDLE' },
    debug: flags.debug || switchedOn('RESALE_DEBUG'),
    debugFile: flags.debugFile,
    quiet: flags.quiet || switchedOn('RESALE_QUIET'),
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

const isJson = (format: Format): boolean => format === 'json' || format === 'ndjson';

/** A switch in the environment: on unless it says no. */
const onOrOff: Value<boolean> = {
  placeholder: 'on|off',
  description: 'A switch',
  read: (said) => !/^(0|false|no|off)$/i.test(said),
};
