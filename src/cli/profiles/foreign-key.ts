import { boundOrigin } from '../../profiles/bound-origin.ts';
import type { Profile } from '../../profiles/settings.ts';
import type { Invocation } from '../invocation.ts';

/** Whether a kept key is for another origin than the profile's, which is then said. */
export const keyIsForeign = async (
  invocation: Invocation,
  name: string,
  profile: Profile,
): Promise<boolean> => {
  const own = await boundOrigin(name, profile, await invocation.store());
  const { origin } = new URL(profile.baseUrl);
  if (own === undefined || own === origin) return false;
  invocation.warn(
    `The key of ${name} was given for ${own} and is not sent to ${origin}. Give it anew: resale profiles set ${name} --api-key-stdin`,
  );
  return true;
};
