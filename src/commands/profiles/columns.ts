import type { Profile } from '../../profiles/store.ts';
import type { Column, Shown } from '../../terminal/columns.ts';

/** A profile as it is shown: everything but its keys. */
export const profileColumns: readonly Column[] = [
  { field: 'name', title: 'NAME' },
  { field: 'current', title: 'CURRENT' },
  { field: 'baseUrl', title: 'BASE URL' },
  { field: 'shopId', title: 'SHOP' },
  { field: 'output', title: 'OUTPUT' },
];

/** A profile of the store as a record. */
export const shownProfile = (name: string, profile: Profile, current: string | undefined): Shown => ({
  name,
  current: name === current,
  baseUrl: profile.baseUrl,
  shopId: profile.shopId ?? null,
  output: profile.output ?? null,
});
