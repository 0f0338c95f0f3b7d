import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resale, sandboxed } from '../support/resale.ts';
import {
  aboutProfile,
  inSandbox,
  type Place,
  rightKey,
  type Situation,
  where,
  withNothing,
  withProfile,
} from './situation.ts';

const listing = [
  ['domain of its store', 'shop-second-meadow'],
  ['Where does the product come from?', 'sku'],
  ['SKU, or identifier', 'SKU-1'],
  ['What condition?', 'good'],
  ['URL of a picture', 'https://a.example/1.jpg'],
  ['Add more?', 'n'],
] as const;
const item = [
  ['Identifier of the item', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20'],
  ['What condition?', 'good'],
] as const;
const isCreated = { shows: /open|Listed/i };
const asksForStore = { ends: 2, shows: /Where should the API key be kept\?/ };

/** Types a line at a terminal, with answers that need to know where the sandbox is. */
const asked =
  (line: string, replies: (baseUrl: string) => NonNullable<Place['replies']>) =>
  async (place: Place): Promise<string> => {
    const { baseUrl } = await sandboxed();
    const { stdout, stderr } = await resale(line, {
      ...place,
      terminal: 1000,
      typed: '',
      replies: replies(baseUrl),
    });
    return `${stdout}\n${stderr}`;
  };

/** A machine whose shell is bash, which has a place for its completions that others could write to. */
const withOpenFolder = where(withNothing, async ({ env, cwd }) => {
  const folder = join(cwd, 'share');
  await mkdir(folder);
  await chmod(folder, 0o777);
  Object.assign(env, { SHELL: '/bin/bash', XDG_DATA_HOME: folder });
});

/** What is said before, during and after questions. */
export const conversations: Readonly<Record<string, Situation>> = {
  'a listing that was created': {
    in: withProfile(),
    typed: '-p live listings create',
    replies: [...listing, ['Create this listing', 'y'], ['Another one?', 'n']],
    lines: [{ is: /^listings create --profile live --shop-id /, ...isCreated }],
  },
  'a listing that was begun': {
    in: withProfile(),
    typed: '-p live listings create',
    exit: 2,
    replies: listing.slice(0, 2),
    lines: [
      {
        is: /^listings create --profile live --shop-id \S+ --source sku$/,
        replies: [...listing.slice(2), ['Create this listing', 'y'], ['Another one?', 'n']],
        ...isCreated,
      },
    ],
  },
  'a grade that was given': {
    in: withProfile(),
    typed: '-p live grade',
    replies: [...item, ['Identifier of the next item', ''], ['Grade this item', 'y']],
    lines: [{ is: /^grade \S+ --profile live --condition good$/ }],
  },
  'a grade that was begun': {
    in: withProfile(),
    typed: '-p live grade',
    exit: 2,
    replies: item.slice(0, 1),
    lines: [{ is: /^grade \S+ --profile live$/, answers: '', ends: 2, shows: /What condition\?/ }],
  },
  'grades that were given together': {
    in: withProfile(),
    typed: '-p live grade',
    replies: [
      ...item,
      ['Identifier of the next item', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e21'],
      ['What condition?', 'good'],
      ['Identifier of the next item', ''],
      ['Grade these', 'yes'],
    ],
    lines: [{ is: /^grade --profile live --from - --condition good$/, shows: /2 applied/ }],
  },
  'grades that differ': {
    in: withProfile(),
    typed: '-p live grade',
    replies: [
      ...item,
      ['Identifier of the next item', '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e21'],
      ['What condition?', 'excellent'],
      ['Identifier of the next item', ''],
      ['Grade these', 'yes'],
    ],
    lines: [{ is: /^grade --profile live --from -$/, shows: /2 applied/ }],
  },
  'a profile that was set up': {
    in: withNothing,
    typed: asked('init live', aboutProfile),
    lines: [{ is: /^listings list$/, shows: /open/i }],
  },
  'a profile whose service did not answer': {
    in: withNothing,
    typed: asked('init live', () => aboutProfile('http://127.0.0.1:1')),
    lines: [{ is: /^init live$/, answers: '', ends: 2, shows: /Base URL of the service: \(http/ }],
  },
  'a profile that was begun': {
    in: withNothing,
    typed: asked('init live', (baseUrl) => aboutProfile(baseUrl).slice(0, 1)),
    lines: [{ is: /^init live --base-url \S+$/, answers: '', ...asksForStore }],
  },
  'a profile with keys that come later': {
    in: withNothing,
    typed: asked('init live', (baseUrl) => [
      ['Base URL', baseUrl],
      ['API key be kept?', 'env'],
      ['Shop', ''],
    ]),
    lines: [{ is: /^profiles check live$/, ends: 4 }],
  },
  'a profile that was added': {
    in: withNothing,
    typed: asked('profiles add live', aboutProfile),
    lines: [/^profiles use live$/],
  },
  'a profile that was begun to be added': {
    in: withNothing,
    typed: asked('profiles add live', (baseUrl) => aboutProfile(baseUrl).slice(0, 1)),
    lines: [{ is: /^profiles add live --base-url \S+$/, answers: '', ...asksForStore }],
  },
  'a profile that a script added': {
    in: inSandbox,
    typed: 'profiles add live --base-url http://127.0.0.1:1 --store env',
    lines: [/^profiles check live$/],
  },
  'a profile that was imported': {
    in: where(withNothing, ({ cwd }) =>
      writeFile(
        join(cwd, 'profiles.json'),
        JSON.stringify({
          version: 1,
          profiles: { live: { baseUrl: 'https://api.shop.example', clientId: 'one' } },
        }),
      ),
    ),
    typed: 'profiles import profiles.json',
    lines: [{ is: /^profiles set live --api-key-stdin$/, answers: `${rightKey}\n` }],
  },
  'questions, and nobody to ask': {
    in: withNothing,
    typed: 'init',
    piped: true,
    exit: 2,
    lines: [
      /^init sandbox$/,
      {
        is: /^profiles add NAME --base-url URL --client-id ID --api-key-stdin$/,
        fill: { NAME: 'live', URL: 'http://127.0.0.1:1', ID: 'one' },
        stdin: rightKey,
      },
      /^init --help$/,
    ],
  },
  'completion that can not be put in its place': {
    in: withOpenFolder,
    typed: asked('init live', (baseUrl) => [...aboutProfile(baseUrl)]),
    lines: [{ is: /^completion install$/, ends: 2, shows: /chmod go-w/ }, /^listings list$/],
  },
  'completion for PowerShell': {
    in: withNothing,
    typed: 'completion install powershell',
    lines: [{ is: /^completion powershell$/, shows: /Register-ArgumentCompleter/ }],
  },
  'a sandbox that is to be started': {
    in: inSandbox,
    typed: 'init sandbox',
    replies: [],
    lines: [{ is: /^sandbox start$/, ends: 130 }, /^listings list$/],
  },
};
