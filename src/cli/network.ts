import { resolve } from 'node:path';
import type { Bundle } from '../network/authorities.ts';
import { createNetwork, type Network } from '../network/network.ts';
import type { ActiveProfile } from '../profiles/active-profile.ts';
import type { Io } from '../terminal/io.ts';
import type { Settings } from './global-flags.ts';

/** The network as flags, environment and profile describe it. Fails where what they name can't be used. */
export const networkOf = (
  io: Io,
  settings: Settings,
  profile: Pick<ActiveProfile, 'name' | 'caBundle'> | undefined,
): Promise<Network> => createNetwork(io.env, bundleOf(io, settings, profile));

/** The file of further authorities, where one is named. */
export const bundleOf = (
  { cwd }: Io,
  { caBundle }: Settings,
  profile: Pick<ActiveProfile, 'name' | 'caBundle'> | undefined,
): Bundle | undefined => {
  if (caBundle) return { ...caBundle, path: resolve(cwd, caBundle.path) };
  if (!profile?.caBundle) return undefined;
  return { path: resolve(cwd, profile.caBundle), source: `the profile "${profile.name}"` };
};
