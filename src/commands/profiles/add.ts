import { command } from '../../cli/command.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { keyFaults } from '../../cli/profiles/key-flags.ts';
import { addFlags, missing, newProfile, settingFaults } from '../../cli/profiles/new-profile.ts';
import { detailColumns, keptProfile } from '../../cli/profiles/shown-profile.ts';
import { text } from '../../flags/value-kinds.ts';
import { ProfileExists } from '../../profiles/errors.ts';
import { refuseInvalidName, refuseReserved } from '../../profiles/profile-names.ts';

export const add = command({
  local: true,
  details:
    'On a terminal it asks for what is missing, and tries the keys with one request. The API key comes from stdin, from a command that prints it (--key-command, at each use), or at each use from RESALE_CLIENT_ID and RESALE_API_KEY; there is no flag for it, since other users of the machine can read command lines. With --store file (as without it) a key from stdin goes into a file of its own that you alone can read; with --store keyring into the keyring of your desktop. A key goes to the origin of this base URL and to no other.',
  arguments: { name: text('NAME', 'What to call it: a-z, 0-9, - and _') },
  flags: addFlags,
  examples: [
    { does: 'Asking for everything', line: 'resale profiles add live' },
    {
      does: 'With a key that a password manager prints whenever it is needed',
      line: 'resale profiles add live --base-url https://api.shop.example --client-id CLIENT --key-command "op read op://shop/resale/key"',
    },
    {
      does: 'With a key that is kept here',
      line: 'op read op://shop/resale/key | resale profiles add live --base-url https://api.shop.example --client-id CLIENT --api-key-stdin',
    },
    {
      does: 'With keys from the environment at each use',
      line: 'resale profiles add ci --base-url https://api.shop.example --store env',
    },
  ],
  next: 'resale profiles use NAME',
  columns: detailColumns,
  check: (invocation, { flags: given }) => {
    const faults = [...keyFaults(given), ...settingFaults(invocation, given)];
    return invocation.canAsk() ? faults : [...missing(invocation, given), ...faults];
  },
  async run(invocation, { arguments: { name }, flags: given }) {
    refuseReserved(name);
    refuseInvalidName(name);
    const store = await invocation.store();
    // Before anything is asked, or put into a keyring.
    if (!given.replace && (await store.read()).profiles.has(name)) throw new ProfileExists(name, true);
    const { profile, key, wasAsked } = await newProfile(invocation, given);
    const { keepKey } = await import('../../profiles/keys/keep-key.ts');
    const left = await keepKey(key, { name, baseUrl: profile.baseUrl }, invocation.io, (kept) =>
      store.add(name, { ...profile, key: kept.key }, { apiKey: kept.apiKey, replace: given.replace }),
    );
    for (const notice of left) invocation.warn(notice);
    if (key.store === 'file')
      invocation.note(`The API key is in ${store.keyFile()}, which only you can read.`);
    if (key.store === 'keyring') invocation.note('The API key is in the keyring of your desktop.');
    if (wasAsked) await tryIt(name, invocation);
    if (key.store === 'env')
      invocation.note('Set RESALE_CLIENT_ID and RESALE_API_KEY wherever it is to be used.');
    invocation.note(
      `Try it with \`resale profiles check ${name}\`; \`resale profiles use ${name}\` makes it the one that is meant where none is named.`,
    );
    return keptProfile(invocation, name);
  },
});

/** Tells what the service says to a profile that somebody has just typed in. */
const tryIt = async (name: string, invocation: Invocation): Promise<void> => {
  const { checkProfile } = await import('../../cli/profiles/check-profile.ts');
  const { record, problem } = await checkProfile(invocation.under(name));
  invocation.note(
    problem
      ? `The profile is kept, but a first request with it failed: ${String(record.said).replace(/\.$/, '')}. See: resale profiles check ${name}`
      : `A first request with it was answered in ${record.milliseconds} ms.`,
  );
};
