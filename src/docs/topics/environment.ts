import { globalFlags } from '../../cli/global-flags.ts';
import { flagName } from '../../words/resale-line.ts';
import type { Part } from '../topic.ts';

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
  ['RESALE_CACHE_DIR', 'product feeds; else $XDG_CACHE_HOME/resale, else ~/.cache/resale'],
  ['RESALE_STATE_DIR', 'what bulk runs did; else $XDG_STATE_HOME/resale, else ~/.local/state/resale'],
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
  ['TERM', 'dumb: no colours, and plain questions'],
  ['COLUMNS', 'the width of a table where neither stdout nor stderr is a terminal'],
];

/** Variables that the tool sets for the programs it starts. */
const givenVariables: readonly Row[] = [
  ['RESALE_FEED_OLD', 'with `feed watch --exec`: the file of the previous feed'],
  ['RESALE_FEED_NEW', 'with `feed watch --exec`: the file of the new feed'],
];

/** Every variable that the documents name. */
export const variables: readonly Row[] = [
  ...flagVariables,
  ...credentialVariables,
  ...directoryVariables,
  ...commonVariables,
  ...givenVariables,
];

export const environment: readonly Part[] = [
  'A flag overrides the environment, the environment overrides the profile, and the profile overrides the default. An empty variable counts as unset. A switch is on unless it is 0, false, no or off.',
  { heading: 'Instead of flags' },
  { rows: flagVariables },
  "RESALE_TIMEOUT bounds all attempts of one call together, with the pauses between them. A wait that the service asks for (429, Retry-After) comes on top, up to --max-wait; so does the look after a change that was not confirmed, which is another call. A feed's file has no such bound, but must keep coming.",
  'There is none for --yes: a forgotten export must not answer every question.',
  { heading: 'Credentials' },
  { rows: credentialVariables },
  'They are not bound to an origin: whatever base URL is in use gets them, unlike the key that a profile keeps. Programs inherit them, such as that of `feed watch --exec`.',
  'If a variable or a flag names the service of a protected or read-only profile, the guard of that profile still applies.',
  { heading: 'Directories' },
  { rows: directoryVariables },
  { heading: 'Known to many programs' },
  { rows: commonVariables },
  { heading: 'Set for programs that this one starts' },
  { rows: givenVariables },
  { heading: 'Examples' },
  {
    lines: [
      'RESALE_OUTPUT=csv resale listings list --limit 3',
      'RESALE_TIMEOUT=5 RESALE_MAX_RETRIES=0 resale shops lookup store.example',
    ],
  },
];
