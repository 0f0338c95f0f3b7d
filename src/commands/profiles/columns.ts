import { mask } from '../../profiles/credentials.ts';
import { keyStoreOf } from '../../profiles/find-key.ts';
import { sandboxProfile } from '../../profiles/sandbox-profile.ts';
import type { Profile } from '../../profiles/settings.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import type { Invocation } from '../invocation.ts';

/** A profile as it is shown: everything but its keys. */
export const profileColumns: readonly Column[] = [
  { field: 'name', title: 'NAME' },
  { field: 'current', title: 'CURRENT' },
  { field: 'baseUrl', title: 'BASE URL' },
  { field: 'keyStore', title: 'KEY IN' },
  { field: 'guard', title: 'GUARD' },
  { field: 'shopId', title: 'SHOP' },
  { field: 'output', title: 'OUTPUT' },
];

/** The same with what has no room in a list. */
export const detailColumns: readonly Column[] = [
  ...profileColumns,
  { field: 'clientId', title: 'CLIENT ID' },
];

/** A profile as a record, its client id masked; its name is null where flags and environment take the place of one. */
export const shownProfile = (
  name: string | undefined,
  profile: Profile,
  current: string | undefined,
): Shown => ({
  name: name ?? null,
  current: name !== undefined && name === current,
  baseUrl: profile.baseUrl,
  clientId: profile.clientId === undefined ? null : mask(profile.clientId),
  keyStore: name === sandboxProfile.name ? name : keyStoreOf(profile),
  shopId: profile.shopId ?? null,
  output: profile.output ?? null,
  guard: profile.readOnly ? 'read-only' : profile.protected ? 'protected' : null,
  ...(profile.caBundle === undefined ? {} : { caBundle: profile.caBundle }),
  ...(profile.dialect === undefined ? {} : { dialect: profile.dialect }),
});

/** A profile as it is kept now, once it was changed; what was put right on the way is said. */
export const keptProfile = async (invocation: Invocation, name: string) => {
  const store = await invocation.store();
  for (const notice of store.notices) invocation.warn(notice);
  const { profiles, current } = await store.read();
  const record = shownProfile(name, profiles.get(name) ?? { baseUrl: '' }, current);
  return { kind: 'record', record, columns: detailColumns } as const;
};
