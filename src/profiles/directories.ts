import { statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { Failure } from '../failure/failure.ts';
import { ifRefused } from '../files/file-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The file in the config directory that holds the profiles, and the one that holds the keys kept with `--store file`. */
export const profileFileNames = { config: 'config.json', keys: 'credentials.json' } as const;

interface Place {
  /** The variable of this tool, which names the directory itself. */
  own: string;
  xdg: string;
  home: readonly string[];
  windows: { variable: string; below: readonly string[] };
}

const places = {
  config: {
    own: 'RESALE_CONFIG_DIR',
    xdg: 'XDG_CONFIG_HOME',
    home: ['.config', 'resale'],
    windows: { variable: 'APPDATA', below: ['resale'] },
  },
  cache: {
    own: 'RESALE_CACHE_DIR',
    xdg: 'XDG_CACHE_HOME',
    home: ['.cache', 'resale'],
    windows: { variable: 'LOCALAPPDATA', below: ['resale', 'cache'] },
  },
  state: {
    own: 'RESALE_STATE_DIR',
    xdg: 'XDG_STATE_HOME',
    home: ['.local', 'state', 'resale'],
    windows: { variable: 'LOCALAPPDATA', below: ['resale', 'state'] },
  },
} as const satisfies Record<string, Place>;

export class InvalidDirectory extends Failure {
  constructor(variable: string) {
    super(`${variable} must name an absolute path`, { code: 'usage', exit: 'usage' });
  }
}

// With a relative directory, keys would be written into the current folder.
const directoryOf = (place: Place, environment: Environment, platform = process.platform) => {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const absolute = (variable: string): string => {
    const value = environment[variable];
    if (value === undefined || !isAbsolute(value)) throw new InvalidDirectory(variable);
    return value;
  };
  if (environment[place.own] !== undefined) return absolute(place.own);
  if (environment[place.xdg]) return join(absolute(place.xdg), 'resale');
  if (platform === 'win32') return join(absolute(place.windows.variable), ...place.windows.below);
  return join(absolute('HOME'), ...place.home);
};

/** The absolute path of the directory of the profiles. Throws `InvalidDirectory`, which names the variable. */
export const configDirectory = (environment: Environment, platform?: NodeJS.Platform) =>
  directoryOf(places.config, environment, platform);

/** The directory for what can be fetched again, such as product feeds. */
export const cacheDirectory = (environment: Environment, platform?: NodeJS.Platform) =>
  directoryOf(places.cache, environment, platform);

/** The directory for what must not be lost, such as the journals of bulk runs. */
export const stateDirectory = (environment: Environment, platform?: NodeJS.Platform) =>
  directoryOf(places.state, environment, platform);

/** A missing home directory is not created, least of all at the root of a disk. */
const hasHome = (env: Environment): boolean => {
  const home = process.platform === 'win32' ? env.LOCALAPPDATA : env.HOME;
  if (!home) return false;
  try {
    return statSync(home).isDirectory();
  } catch (error) {
    return ifRefused(false)(error as NodeJS.ErrnoException);
  }
};

/** The directory for caches; undefined if there is neither a home directory nor a variable that names another place. */
export const cachePlace = (env: Environment): string | undefined => {
  const isNamed = env.RESALE_CACHE_DIR !== undefined || env.XDG_CACHE_HOME;
  return isNamed || hasHome(env) ? cacheDirectory(env) : undefined;
};
