import { changesMachine, command } from '../../line/command.ts';
import { profileName } from '../../line/flags/value-kinds.ts';
import { missing } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { UsageError } from '../../line/usage-error.ts';
import { aboutVersion } from '../../profiles/active-profile.ts';
import { findKey, keyStoreOf } from '../../profiles/find-key.ts';
import { keepKey, type NewKey } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-names.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { type KeyFlags, keyCombinations, keyFromFlags, storeOf } from './key-flags.ts';
import { profileChanges } from './profile-changes.ts';
import { settingFlags, unset, withFlags } from './setting-flags.ts';
import { detailColumns, keptProfile } from './shown-profile.ts';

export const set = command({
  local: true,
  setsBaseUrl: true,
  details:
    'Takes the flags of profiles add; --unset removes a setting; --dialect NAME= (with no value) removes a single name of the dialect. Alone, --store file or --store keyring moves the API key; --store env and --key-command remove the one that is kept. A key goes only to the origin (scheme, host and port) that it was given for, so a base URL elsewhere needs the key again.',
  effect: { ...changesMachine, asks: 'sometimes' },
  arguments: { name: profileName('The profile') },
  flags: { ...settingFlags, unset },
  examples: [
    {
      does: 'Another address of the service',
      line: 'resale profiles set live --base-url https://api.shop.example',
    },
    { does: 'Another default shop', line: 'resale profiles set live --shop-id shop-second-meadow' },
    { does: 'Never more than 50 requests a second', line: 'resale profiles set live --rate 50/s' },
    { does: 'Ask before every change', line: 'resale profiles set live --protected' },
    { does: 'Stop asking', line: 'resale profiles set live --unset protected' },
    {
      does: "The deployment's own name of a parameter",
      line: 'resale profiles set live --dialect query.pageSize=first',
    },
    { does: 'A new key', line: 'op read op://shop/resale/key | resale profiles set live --api-key-stdin' },
    { does: 'Move the key into the keyring', line: 'resale profiles set live --store keyring' },
  ],
  next: 'resale profiles check NAME',
  answer: { fields: detailColumns },
  ...keyCombinations,
  check: (invocation, { flags }) => {
    const { globals } = invocation.line;
    const saysNothing =
      Object.keys(invocation.line.flags).length === 0 &&
      [globals.baseUrl, globals.rate, globals.caBundle].every((setting) => setting === undefined);
    return [
      ...(saysNothing ? [missing('what to set', ', such as --rate 50/s')] : []),
      ...withFlags({ baseUrl: '' }, withBaseUrl(invocation, flags), invocation).faults,
      ...(flags.store === 'command' && flags.keyCommand === undefined ? [missing('--key-command')] : []),
    ];
  },
  async run(invocation, { arguments: { name }, flags }) {
    const store = await invocation.store();
    const before = profileNamed((await store.read()).profiles, name);
    const edit = (profile: Profile): Profile => {
      const changed = withFlags(profile, withBaseUrl(invocation, flags), invocation);
      // A setting that is valid in itself may contradict another one of the profile.
      if (changed.faults.length > 0) throw new UsageError(changed.faults);
      return changed.profile;
    };
    const after = edit(before);
    const key = (await keyFromFlags(flags, invocation)) ?? (await movedKey(flags, name, before, invocation));
    if (key === undefined) {
      await store.edit(name, edit);
    } else {
      const goes = removedKey(before, key);
      if (goes && invocation.isInteractive())
        await invocation.confirm(`This removes the key of ${name} from ${goes}.`);
      const at = { name, baseUrl: after.baseUrl };
      const left = await keepKey(key, at, invocation.io, (kept) =>
        store.edit(name, (profile) => ({ ...edit(profile), key: kept.key }), kept.apiKey),
      );
      if (left !== undefined) invocation.warn(left);
      else if (goes && !invocation.io.stderr.isTTY)
        invocation.warn(`The key of ${name} was removed from ${goes}.`);
    }
    const kept = await keptProfile(invocation, name, '');
    const young = profileNamed((await store.read()).profiles, name);
    const changes = profileChanges(before, young);
    if (key && key.store !== 'command' && key.store === keyStoreOf(before)) changes.push('key replaced');
    const sentence = `✓ ${name}${changes.length > 0 ? `: ${changes.join(', ')}` : ' is unchanged'}`;
    await invocation.show({ ...kept, sentence });
    if (after.baseUrl !== before.baseUrl) {
      for (const notice of aboutVersion(after.baseUrl)) invocation.warn(notice);
      if (key === undefined && hasMoved(before, after)) invocation.warn(aboutKey(name, after));
    }
    return { kind: 'nothing' };
  },
});

/** The flags with the base URL, but only a typed one: a variable of the environment is for a single execution. */
const withBaseUrl = <F>({ line }: Invocation, flags: F): F & { baseUrl: string | undefined } => {
  const { baseUrl } = line.globals;
  return { ...flags, baseUrl: typeof baseUrl === 'string' ? baseUrl : undefined };
};

const movedKey = async (
  flags: KeyFlags,
  name: string,
  profile: Profile,
  invocation: Invocation,
): Promise<NewKey | undefined> => {
  const to = storeOf(flags);
  if (to !== 'file' && to !== 'keyring') return undefined;
  const { origin } = new URL(profile.baseUrl);
  const found = { store: await invocation.store(), surroundings: invocation.io };
  const apiKey = await findKey(name, profile, origin, found);
  invocation.learn(apiKey.reveal());
  return { store: to, apiKey };
};

/** Whether a key that is kept was for another origin. */
const hasMoved = (before: Profile, after: Profile): boolean =>
  keyStoreOf(before) !== 'env' && new URL(before.baseUrl).origin !== new URL(after.baseUrl).origin;

const aboutKey = (name: string, profile: Profile): Advice =>
  proposal(
    `The key of ${name} goes only to the origin that it was given for. To give it for ${new URL(profile.baseUrl).origin}:`,
    resaleLine(
      'profiles set',
      [name],
      keyStoreOf(profile) === 'command' ? { keyCommand: 'COMMAND' } : { apiKeyStdin: true },
    ),
  );

/** The store that loses its key; undefined if none does. */
const removedKey = ({ key }: Profile, { store }: NewKey): string | undefined => {
  if (store === 'file' || store === 'keyring') return undefined;
  if (key?.store === 'file') return 'the file of keys';
  return key?.store === 'keyring' ? 'the keyring' : undefined;
};
