import { command } from '../../cli/command.ts';
import { changesMachine } from '../../cli/effects.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import {
  type KeyFlags,
  keyCombinations,
  keyFlags,
  keyFromFlags,
  storeOf,
} from '../../cli/profiles/key-flags.ts';
import { type TypedSetting, withSettings } from '../../cli/profiles/setting.ts';
import { detailColumns, keptProfile, keyIsForeign } from '../../cli/profiles/shown-profile.ts';
import { many, profileName } from '../../flags/value-kinds.ts';
import { type Many, Misread } from '../../flags/values.ts';
import { findKey } from '../../profiles/keys/find-key.ts';
import { keepKey, type NewKey } from '../../profiles/keys/keep-key.ts';
import type { Profile } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-names.ts';
import { namedIn } from '../../service/typed-values.ts';
import type { FlagTexts } from '../../words/resale-line.ts';

const setting: Many<readonly [string, string]> = many({
  placeholder: 'KEY=VALUE',
  description:
    'What to set: baseUrl, clientId, shopId, output, protected, readOnly, rate, caBundle, dialect.NAME',
  read(said) {
    const { name, isRaw, value } = namedIn(said) ?? {};
    // The text is not repeated: it may be a key, pasted in the wrong place.
    if (name === undefined || value === undefined || isRaw)
      throw new Misread('must be of the form KEY=VALUE');
    return [name, value];
  },
});

export const set = command({
  local: true,
  details:
    'KEY= without a value removes the setting. The API key is changed with the flags: --store file or --store keyring by itself moves it; --store env and --key-command remove the one that is kept. A key goes only to the origin that it was given for, so a new base URL needs the key again.',
  effect: { ...changesMachine, asks: 'sometimes' },
  arguments: { name: profileName('The profile'), settings: { ...setting, optional: true } },
  flags: keyFlags,
  examples: [
    {
      does: 'Another address of the service',
      line: 'resale profiles set live --base-url https://api.shop.example',
    },
    { does: 'Another default shop', line: 'resale profiles set live shopId=shop-second-meadow' },
    { does: 'Never more than 50 requests a second', line: 'resale profiles set live rate=50/s' },
    { does: 'Ask before every change', line: 'resale profiles set live protected=true' },
    { does: 'A new key', line: 'op read op://shop/resale/key | resale profiles set live --api-key-stdin' },
    { does: 'Move the key into the keyring', line: 'resale profiles set live --store keyring' },
  ],
  next: 'resale profiles check NAME',
  columns: detailColumns,
  ...keyCombinations,
  check: ({ io, line }, { arguments: { settings = [] }, flags }) => {
    const all = typedSettings(settings, line.globals.baseUrl);
    const saysNothing = all.length === 0 && storeOf(flags) === undefined && !flags.keyCommandShell;
    return [
      ...(saysNothing ? [{ name: 'KEY=VALUE', message: 'is missing' }] : []),
      ...withSettings({ baseUrl: '' }, all, io.cwd).faults,
      ...(flags.store === 'command' && flags.keyCommand === undefined
        ? [{ name: '--key-command', message: 'is missing' }]
        : []),
    ];
  },
  async run(invocation, { arguments: { name, settings }, flags }) {
    const store = await invocation.store();
    const before = profileNamed((await store.read()).profiles, name);
    const edit = (profile: Profile): Profile => {
      const changed = withSettings(
        profile,
        typedSettings(settings, invocation.line.globals.baseUrl),
        invocation.io.cwd,
      );
      // A setting that is valid in itself may contradict another one of the profile.
      if (changed.faults.length > 0) throw new UsageError(changed.faults);
      return changed.profile;
    };
    const after = edit(before);
    const key = (await keyFromFlags(flags, invocation)) ?? (await movedKey(flags, name, before, invocation));
    if (key === undefined) {
      await store.edit(name, edit);
      if (after.baseUrl !== before.baseUrl) await keyIsForeign(invocation, name, after);
    } else {
      const goes = removedKey(before, key);
      if (goes && invocation.isAttended())
        await invocation.confirm(`This removes the key of ${name} from ${goes}. Go on?`);
      const at = { name, baseUrl: after.baseUrl };
      const left = await keepKey(key, at, invocation.io, async (kept) => [
        await store.edit(name, (profile) => ({ ...edit(profile), key: kept.key }), kept.apiKey),
      ]);
      for (const notice of left) invocation.warn(notice);
      if (goes && left.length === 0) invocation.warn(`The key of ${name} was removed from ${goes}.`);
    }
    return keptProfile(invocation, name);
  },
});

/** What is to be set. The base URL may also be given as it is to `profiles add`. */
const typedSettings = (
  settings: readonly (readonly [string, string])[] = [],
  baseUrl: FlagTexts[string],
): TypedSetting[] => [
  ...settings.map(([name, value]) => ({ name, text: value, shownAs: name })),
  ...(typeof baseUrl === 'string' ? [{ name: 'baseUrl', text: baseUrl, shownAs: '--base-url' }] : []),
];

/** The key that a profile already has, if the flags only say where to keep it. */
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

/** Where the old key is removed from, if the new one is kept elsewhere; undefined if no key is lost. */
const removedKey = ({ key }: Profile, { store }: NewKey): string | undefined => {
  if (store === 'file' || store === 'keyring') return undefined;
  if (key?.store === 'file') return 'the file of keys';
  return key?.store === 'keyring' ? 'the keyring' : undefined;
};
