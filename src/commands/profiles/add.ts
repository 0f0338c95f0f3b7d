import { parseBaseUrl } from '../../http/connection/url.ts';
import { changesMachine, command } from '../../line/command.ts';
import { text } from '../../line/flags/value-kinds.ts';
import { aboutVersion } from '../../profiles/active-profile.ts';
import { profileExists, refuseInvalidName, refuseReserved } from '../../profiles/profile-names.ts';
import { proposal } from '../../words/advice.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { keyCombinations, keyFromFlags, storeOf } from './key-flags.ts';
import { addFlags, addProfile, missingFlags } from './new-profile.ts';
import { withFlags } from './setting-flags.ts';
import { detailColumns, keptProfile } from './shown-profile.ts';

export const add = command({
  local: true,
  setsBaseUrl: true,
  details:
    'At a terminal you are asked for what is missing, and the keys are tried with one request. The API key comes from stdin, from a command that prints it (--key-command, run at each use), or at each use from RESALE_CLIENT_ID and RESALE_API_KEY; no flag takes it, since other users can read command lines. A key from stdin goes into a file that only you can read (--store file), or the keyring of your desktop. It goes only to the origin (scheme, host and port) of this base URL.',
  effect: { ...changesMachine, repeatable: false },
  arguments: { name: text('NAME', 'A name for the profile: a-z, 0-9, - and _') },
  flags: addFlags,
  examples: [
    { does: 'Answer questions', line: 'resale profiles add live' },
    {
      does: 'With a key that a password manager prints whenever it is needed',
      line: 'resale profiles add live --base-url https://api.shop.example --client-id client-1 --key-command "op read op://shop/resale/key"',
    },
    {
      does: 'With a key that is kept here',
      line: 'op read op://shop/resale/key | resale profiles add live --base-url https://api.shop.example --client-id client-1 --api-key-stdin',
    },
    {
      does: 'With keys from the environment at each use',
      line: 'resale profiles add ci --base-url https://api.shop.example --store env',
    },
  ],
  next: 'resale profiles use NAME',
  answer: { fields: detailColumns },
  ...keyCombinations,
  check: (invocation, { flags }) => {
    const settings = { ...flags, baseUrl: invocation.settings.baseUrl };
    const faults = withFlags({ baseUrl: '' }, { ...flags, baseUrl: undefined }, invocation).faults;
    return invocation.isInteractive(flags.apiKeyStdin) ? faults : [...missingFlags(settings), ...faults];
  },
  async run(invocation, { arguments: { name }, flags }) {
    refuseReserved(name);
    refuseInvalidName(name);
    // Before any question, and before anything is put into a keyring.
    const { profiles } = await (await invocation.store()).read();
    if (!flags.replace && profiles.has(name)) throw profileExists(name);
    const baseUrl = invocation.settings.baseUrl;
    const settings = { ...flags, baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl) };
    // If someone can be asked, keys from the environment are used only with --store env.
    const isInteractive = invocation.isInteractive(flags.apiKeyStdin);
    if (isInteractive && (missingFlags(settings).length > 0 || storeOf(flags) === undefined)) {
      const { talkAboutProfile } = await import('./profile-questions.ts');
      const { offerLine } = await import('../../asking/show-answers.ts');
      offerLine(invocation, ...(await talkAboutProfile(invocation, name, flags)));
      return { kind: 'nothing' };
    }
    const key = (await keyFromFlags(flags, invocation)) ?? { store: 'env' };
    const { profile } = withFlags({ baseUrl: '' }, settings, invocation);
    await addProfile(invocation, { name, profile, key, replace: flags.replace });
    await invocation.show(await keptProfile(invocation, name, `✓ Added ${name}`));
    for (const notice of aboutVersion(profile.baseUrl)) invocation.warn(notice);
    invocation.note(proposal('To try it:', resaleLine('profiles check', [name])));
    return { kind: 'nothing' };
  },
});
