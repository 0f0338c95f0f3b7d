import { text as readAll } from 'node:stream/consumers';
import type { Credentials } from '../../profiles/credentials.ts';
import { formats } from '../../terminal/formats.ts';
import { command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { choice, text, toggle } from '../value-kinds.ts';
import { profileColumns, shownProfile } from './columns.ts';

export const add = command({
  local: true,
  details:
    'The API key comes from stdin, or at each use from RESALE_CLIENT_ID and RESALE_API_KEY; there is no flag for it, since other users of the machine can read command lines. What is kept is readable by you alone.',
  arguments: { name: text('NAME', 'What to call it: a-z, 0-9, - and _') },
  flags: {
    clientId: text('ID', 'The client id that the key belongs to'),
    apiKeyStdin: toggle('Read the API key from stdin, and keep it'),
    shopId: text('ID', 'The shop to use where a command names none'),
    defaultOutput: choice('FORMAT', formats, 'How to print on a terminal where a command does not say'),
    replace: toggle('Put it in the place of a profile of the same name'),
  },
  examples: [
    {
      does: 'With a key from a password manager',
      line: 'op read op://shop/resale/key | resale profiles add live --base-url https://api.shop.example --client-id CLIENT --api-key-stdin',
    },
    {
      does: 'With keys from the environment at each use',
      line: 'resale profiles add ci --base-url https://api.shop.example',
    },
    {
      does: 'With a shop for every command',
      line: 'resale profiles add live --base-url https://api.shop.example --shop-id SHOP --replace',
    },
  ],
  next: 'resale profiles use NAME',
  columns: profileColumns,
  check: ({ settings: { baseUrl } }, { flags }) => {
    const pair = flags.apiKeyStdin || flags.clientId !== undefined;
    return [
      ...(baseUrl === undefined ? [{ name: '--base-url', message: 'is missing' }] : []),
      ...(pair && flags.clientId === undefined ? [{ name: '--client-id', message: 'is missing' }] : []),
      ...(pair && !flags.apiKeyStdin
        ? [{ name: '--api-key-stdin', message: 'is missing: a client id is kept together with its key' }]
        : []),
    ];
  },
  async run(invocation, { arguments: { name }, flags }) {
    const baseUrl = invocation.settings.baseUrl as string;
    const credentials =
      flags.clientId === undefined ? undefined : await readCredentials(flags.clientId, invocation);
    const store = await invocation.store();
    const profile = { baseUrl, shopId: flags.shopId, output: flags.defaultOutput };
    await store.add(name, profile, { ...(credentials ? { credentials } : {}), replace: flags.replace });
    for (const notice of store.notices) invocation.warn(notice);
    const { profiles, current } = await store.read();
    const added = profiles.get(name);
    return { kind: 'record', record: shownProfile(name, added ?? profile, current), columns: profileColumns };
  },
});

const readCredentials = async (clientId: string, { io, warn }: Invocation): Promise<Credentials> => {
  const { checkKey } = await import('../../profiles/credentials.ts');
  const id = checkKey(clientId, 'the client id');
  const key = checkKey(await readAll(io.stdin), 'the API key');
  // The line end that `echo` puts behind the key is nothing to speak of.
  for (const { notice } of [id]) if (notice) warn(notice);
  return { clientId: id.key, apiKey: key.key };
};
