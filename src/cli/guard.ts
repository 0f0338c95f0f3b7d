import type { ActiveProfile } from '../profiles/active-profile.ts';
import { ProtectedProfile } from '../profiles/errors.ts';
import type { Invocation } from './invocation.ts';

/** How much is about to be changed: what one command line names, or many rows. */
export type Extent = 'one' | 'many';

/** A change that a guard is asked about: how much it is and, where that is known, a sentence that says what. */
export interface GuardedChange {
  extent: Extent;
  what?: string | undefined;
}

/**
 * Lets changes that the protected profile `name` guards through, or not: whoever is at the terminal says yes, or types
 * its name where many things are changed; a script says both --yes and --profile, since a variable may be left over from
 * yesterday.
 */
export const guard = async (
  name: string,
  { baseUrl, shopId }: ActiveProfile,
  { extent, what }: GuardedChange,
  invocation: Invocation,
): Promise<void> => {
  const { settings } = invocation;
  if (settings.yes && settings.profile === name) return;
  if (!invocation.canAsk()) throw new ProtectedProfile(name, false);
  const shop = shopId === undefined ? '' : `, shop ${shopId}`;
  const changes = `, and this changes ${extent === 'one' ? 'something' : 'many things'} there.`;
  const warning = `The profile ${name} (${baseUrl}${shop}) is protected${what ? `. ${what}` : changes}`;
  const isGranted =
    extent === 'one' ? await saysYes(warning, invocation) : await typesName(warning, name, invocation);
  if (!isGranted) throw new ProtectedProfile(name, true);
};

const saysYes = async (warning: string, invocation: Invocation): Promise<boolean> => {
  const { confirm } = await import('../terminal/prompts/confirm.ts');
  return confirm(invocation.questionIo(), `${warning} Go on?`);
};

const typesName = async (warning: string, name: string, invocation: Invocation): Promise<boolean> => {
  const { askText } = await import('../terminal/prompts/text.ts');
  const message = `${warning} Type ${name} to go on`;
  return (await askText(invocation.questionIo(), { message })) === name;
};
