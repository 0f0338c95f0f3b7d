import { globalFlags } from '../../cli/global-flags.ts';
import { flagName } from '../../flags/values.ts';

type Row = readonly [name: string, meaning: string];

/** Variables that say what a global flag would. */
export const flagVariables: readonly Row[] = Object.entries(globalFlags).flatMap(([name, flag]): Row[] =>
  'variable' in flag ? [[flag.variable, `the same as ${flagName(name)}`]] : [],
);

/** Variables that say what no flag does. */
export const credentialVariables: readonly Row[] = [
  ['RESALE_CLIENT_ID', 'the client id; goes with RESALE_API_KEY, both or neither'],
  ['RESALE_API_KEY', 'the API key; both stand before what a profile keeps'],
];

/** Variables that name directories. */
export const directoryVariables: readonly Row[] = [
  ['RESALE_CONFIG_DIR', 'profiles; else $XDG_CONFIG_HOME/resale, else ~/.config/resale'],
  ['RESALE_CACHE_DIR', 'product feeds; else $XDG_CACHE_HOME/resale, else ~/.cache/resale'],
  ['RESALE_STATE_DIR', 'what bulk runs did; else $XDG_STATE_HOME/resale, else ~/.local/state/resale'],
];

/** Variables that many programs heed. */
export const commonVariables: readonly Row[] = [
  ['CI', 'set on build servers: nothing is asked there, as with --no-input'],
  ['NO_COLOR', 'no colours, if it is set to anything'],
  ['FORCE_COLOR', 'colours even where stdout is no terminal; 0 for none'],
  ['HTTPS_PROXY', 'the proxy to https:// hosts; also in small letters'],
  ['HTTP_PROXY', 'the proxy where HTTPS_PROXY is not set; ALL_PROXY is not read'],
  ['NO_PROXY', 'hosts that are reached without the proxy, with commas between them'],
  ['NODE_EXTRA_CA_CERTS', 'a file of further certificate authorities to trust, as --ca-bundle'],
  ['TERM', 'dumb: no colours, and questions without drawing'],
  ['COLUMNS', 'the width of a table where stdout is no terminal'],
];

/** Variables that the tool sets for the programs it starts. */
export const givenVariables: readonly Row[] = [
  ['RESALE_FEED_OLD', 'with `feed watch --exec`: the file of the feed before'],
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
