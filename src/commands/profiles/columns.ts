import type { Profile } from '../../profiles/settings.ts';
import type { Column, Shown } from '../../terminal/columns.ts';

/** A profile as it is shown: everything but its keys. */
export const profileColumns: readonly Column[] = [
  { field: 'name', title: 'NAME' },
  { field: 'current', title: 'CURRENT', inWords: (current) => (current ? 'yes' : '') },
  { field: 'baseUrl', title: 'BASE URL' },
  { field: 'shopId', title: 'SHOP' },
  { field: 'output', title: 'OUTPUT' },
];

/** A profile as a record; its name is null where flags and environment take the place of one. */
export const shownProfile = (
  name: string | undefined,
  profile: Profile,
  current: string | undefined,
): Shown => ({
  name: name ?? null,
  current: name !== undefined && name === current,
  baseUrl: profile.baseUrl,
  shopId: profile.shopId ?? null,
  output: profile.output ?? null,
});
