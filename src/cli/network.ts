import { isAbsolute, resolve } from 'node:path';
import type { Bundle } from '../network/authorities.ts';
import { createNetwork, type Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import type { Io } from '../terminal/io.ts';
import { resaleLine } from '../words/resale-line.ts';
import { UsageError } from './errors.ts';
import type { Settings } from './global-flags.ts';

type NetworkProfile = Pick<ActiveProfile, 'name' | 'caBundle'> | undefined;

/** The network as flags, environment and profile describe it. Fails if what they name can't be used. */
export const networkOf = async (io: Io, settings: Settings, profile: NetworkProfile): Promise<Network> =>
  createNetwork(io.env, bundleOf(io, settings, profile));

/** The file of additional authorities, if one is named. */
export const bundleOf = (
  { cwd }: Io,
  { caBundle }: Settings,
  profile: NetworkProfile,
): Bundle | undefined => {
  if (caBundle) return { ...caBundle, path: resolve(cwd, caBundle.path) };
  if (!profile?.caBundle) return undefined;
  const { name, caBundle: path } = profile;
  if (isAbsolute(path)) return { path, source: `the profile "${name}"` };
  // Whose authorities are trusted must not depend on where the tool is started.
  throw new UsageError(
    `The profile "${name}" names its certificate authorities by a relative path, ${path}`,
    `Name them by an absolute one: ${resaleLine('profiles set', [`${name}`], { caBundle: resolve(cwd, path) })}`,
  );
};

/** How long making a connection may take, however long a call may. */
const longestConnectMs = 10_000;

/** How long each step of making a connection may take, in milliseconds. */
export const connectTimeoutMs = ({ timeoutMs }: Pick<Settings, 'timeoutMs'>): number =>
  Math.min(longestConnectMs, timeoutMs);
