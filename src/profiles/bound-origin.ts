import type { ActiveProfile } from './active.ts';
import { ForeignOrigin } from './key-stores/errors.ts';
import type { Profile } from './settings.ts';
import type { Store } from './store.ts';

/**
 * The only origin that the kept key of a profile is sent to; undefined where it has none, or where only a keyring tells,
 * which may want to be unlocked.
 */
export const boundOrigin = async (
  name: string,
  { key }: Profile,
  store: Store,
): Promise<string | undefined> => {
  if (key?.store === 'file') return (await store.keyInFile(name))?.origin;
  return key?.store === 'command' ? key.origin : undefined;
};

/** Fails with `ForeignOrigin` where the profile in use would take its own key to another origin than the key's. */
export const refuseForeignKey = async (
  { name, origin, sources }: ActiveProfile,
  store: Store,
): Promise<void> => {
  if (name === undefined || sources.credentials === 'env' || sources.credentials === 'sandbox') return;
  const profile = (await store.read()).profiles.get(name);
  const own = profile && (await boundOrigin(name, profile, store));
  if (own !== undefined && own !== origin) throw new ForeignOrigin(name, own, origin);
};
