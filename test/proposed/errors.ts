import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidDialect } from '../../src/service/errors.ts';
import { freePort } from '../support/on-loopback.ts';
import { hangUp } from '../support/relay.ts';
import {
  atDeployment,
  having,
  inSandbox,
  inWeather,
  listing,
  otherName,
  type Place,
  printedOf,
  refused,
  rightKey,
  type Situation,
  second,
  where,
  withNothing,
  withProfile,
} from './situation.ts';

const create = 'listings create --condition good --source sku --image https://a.example/1.jpg';
const inputEnded = /The input ended before the question was answered/;

/** The file of the profiles, as somebody has edited it. */
const edited = (change: (live: Record<string, unknown>) => unknown) => (place: Place) =>
  withFile(join(place.env.RESALE_CONFIG_DIR ?? '', 'config.json'), change);
const withFile = async (file: string, change: (live: Record<string, unknown>) => unknown) => {
  const kept = JSON.parse(await readFile(file, 'utf8'));
  change(kept.profiles.live);
  await writeFile(file, JSON.stringify(kept));
};

/** A shop, and a file of rows for it. */
const withRows = (rows: string) =>
  where(withProfile(), ({ cwd }) => writeFile(join(cwd, 'rows.csv'), `id,quantity\n${rows}`));

/** What messages about single commands, profiles and the service propose. */
export const errors: Readonly<Record<string, Situation>> = {
  'a name of the dialect that is typed as a setting': {
    in: withProfile(),
    typed: 'profiles set live dialect.query.pageSize=first',
    exit: 2,
    lines: [/^profiles set live --dialect query.pageSize=first$/],
  },
  'a listing that nobody agrees to close': {
    in: withProfile(),
    typed: `-p live listings close ${listing} --no-input`,
    exit: 2,
    lines: [{ is: /^listings close \S+ --profile live --yes$/, shows: /closed/ }],
  },
  'rows that are at fault': {
    in: withRows(`${listing},4\n${listing.replace('9', '8')},x\n`),
    typed: '-p live inventory set --from rows.csv --yes',
    exit: 2,
    lines: [{ is: /^inventory set --profile live --from rows.csv --dry-run$/, ends: 2 }],
  },
  'the plan of rows that are at fault': {
    in: withRows(`${listing},4\n${listing.replace('9', '8')},x\n`),
    typed: '-p live inventory set --from rows.csv --dry-run',
    exit: 2,
    lines: [
      { is: /^inventory set --profile live --from rows.csv --skip-invalid$/, ends: 6, shows: /left out/ },
    ],
  },
  'a plan that is kept': {
    in: withRows(`${listing},4\n`),
    typed: '-p live inventory set --from rows.csv --plan plan.csv',
    lines: [{ is: /^inventory set --profile live --from plan.csv$/, shows: /1 applied/ }],
  },
  'there is more to list': {
    in: withProfile(),
    typed: 'listings list -p live',
    lines: [{ is: /^listings list --profile live --after \S+$/, shows: /There are more/ }],
  },
  'a page longer than was asked for': {
    in: atDeployment({ pageSize: 'first' }),
    typed: '-p live listings list --limit 2',
    lines: [otherName, /^listings list --profile live --all$/],
  },
  'a filter that does nothing': {
    in: atDeployment({}),
    typed: '-p live listings list --state open',
    exit: 1,
    lines: [otherName],
  },
  'a name that no listing has': {
    in: withProfile(),
    typed: '-p live listings get --external-id return-000001',
    exit: 3,
    lines: [{ is: /^listings list --profile live$/, shows: /RETURN-000001/ }],
  },
  'a conflict': {
    in: withProfile(),
    typed: `-p live inventory set ${listing} 5 --expect 1`,
    exit: 5,
    lines: [/^inventory set \S+ 5 --profile live --expect 2$/],
  },
  'a list that breaks off': {
    in: inWeather(() => undefined, second(refused)),
    typed: 'listings list --page-size 1 --limit 3',
    exit: 1,
    lines: [{ is: /^listings list --page-size 1 --limit 2 --after \S+$/, shows: /\bC\b/ }],
  },
  'a listing that may have been created': {
    in: inWeather(() => ({ afterwards: hangUp })),
    typed: `${create} --shop-id shop-second-meadow --product-id SKU-1 --external-id A --settle 0`,
    exit: 8,
    lines: [{ is: /^listings get \S+ \S+$/, shows: /open/i }],
  },
  'no profile': {
    in: withNothing,
    typed: 'listings list',
    exit: 4,
    lines: [{ is: /^init$/, ends: 2, shows: inputEnded }],
  },
  'several profiles, and none chosen': {
    in: withProfile(),
    typed: 'listings list',
    exit: 4,
    lines: [{ is: /^profiles use NAME$/, fill: { NAME: 'live' } }],
  },
  'no profile of that name': {
    in: withProfile(),
    typed: '-p outlet listings list',
    exit: 2,
    lines: [{ is: /^init outlet$/, ends: 2, shows: inputEnded }],
  },
  'a profile without a key': {
    in: withProfile('--store env'),
    typed: '-p live listings list',
    exit: 4,
    lines: [
      {
        is: /^profiles set live --client-id ID --api-key-stdin$/,
        fill: { ID: 'sandbox' },
        answers: `${rightKey}\n`,
      },
    ],
  },
  'an environment without keys': {
    in: withNothing,
    typed: '--base-url http://127.0.0.1:1 listings list',
    exit: 4,
    lines: [{ is: /^init$/, ends: 2, shows: inputEnded }],
  },
  'a key that the service refuses': {
    in: withProfile('', 'wrong-key-4711'),
    typed: '-p live listings list',
    exit: 4,
    lines: [{ is: /^profiles set live --api-key-stdin$/, answers: `${rightKey}\n` }],
  },
  'a key for another service': {
    in: withProfile(),
    typed: '-p live --base-url http://127.0.0.1:1 listings list',
    exit: 4,
    lines: [{ is: /^profiles set live --base-url \S+ --api-key-stdin$/, answers: `${rightKey}\n` }],
  },
  'a key that is gone': {
    in: where(withProfile(), ({ env }) => rm(join(env.RESALE_CONFIG_DIR ?? '', 'credentials.json'))),
    typed: '-p live listings list',
    exit: 4,
    lines: [{ is: /^profiles set live --api-key-stdin$/, answers: `${rightKey}\n` }],
  },
  'a key that others could read': {
    in: where(withProfile(), ({ env }) =>
      chmod(join(env.RESALE_CONFIG_DIR ?? '', 'credentials.json'), 0o644),
    ),
    typed: '-p live listings list --limit 1',
    lines: [
      { is: /^profiles set NAME --api-key-stdin$/, fill: { NAME: 'live' }, answers: `${rightKey}\n` },
      /^listings list --profile live --limit 1 --after/,
    ],
  },
  'a key command that fails': {
    ...{
      in: having(withProfile(), 'profiles set live --key-command false'),
      typed: '-p live listings list',
      exit: 4,
    },
    lines: [{ is: /^profiles set live --key-command COMMAND$/, fill: { COMMAND: "'echo key'" } }],
  },
  'a read-only profile': {
    in: withProfile('--read-only'),
    typed: `-p live inventory set ${listing} 3`,
    exit: 2,
    lines: [/^profiles set live --unset read-only$/],
  },
  'a name that another profile has': {
    in: having(withProfile(), 'profiles add old --base-url https://api.shop.example --store env'),
    typed: 'profiles rename old live',
    exit: 2,
    lines: [{ is: /^profiles remove live$/, answers: 'y\n' }],
  },
  'a rate that is none': {
    in: where(
      withProfile(),
      edited((live) => Object.assign(live, { rate: 'fast' })),
    ),
    typed: '-p live listings list',
    exit: 2,
    lines: [/^profiles set live --rate 50\/s$/],
  },
  'authorities with a relative path': {
    in: where(withProfile(), async (place) => {
      await edited((live) => Object.assign(live, { caBundle: 'ca.pem' }))(place);
      await writeFile(join(place.cwd, 'ca.pem'), '');
    }),
    typed: '-p live listings list',
    exit: 2,
    lines: [/^profiles set live --ca-bundle '?\/.+\/ca\.pem'?$/],
  },
  'a base URL that leads elsewhere': {
    in: atDeployment({ list: () => ({ other: true }) as never }),
    typed: '-p live listings list',
    exit: 1,
    lines: [
      /^help dialects$/,
      { is: /^profiles set live --base-url URL$/, fill: { URL: 'http://127.0.0.1:1' } },
    ],
  },
  'a key of a profile that is bound elsewhere': {
    in: withProfile(),
    typed: 'profiles set live --base-url http://127.0.0.1:1',
    lines: [{ is: /^profiles set live --api-key-stdin$/, answers: `${rightKey}\n` }],
  },
  'nothing listens there': {
    in: withNothing,
    typed: async () =>
      `-p sandbox --base-url http://127.0.0.1:${await freePort()} listings list --max-retries 0`,
    exit: 7,
    lines: [{ is: /^sandbox start --port \d+$/, ends: 130, shows: /The sandbox is running/ }],
  },
  'a shop that is not there': {
    in: withProfile(),
    typed: `-p live ${create} --shop-id x --product-id A`,
    exit: 3,
    lines: [
      {
        is: /^shops lookup DOMAIN --profile live$/,
        fill: { DOMAIN: 'second-meadow.example' },
        shows: /shop-second-meadow/,
      },
    ],
  },
  'a port in use': {
    in: inSandbox,
    typed: ({ env }) => `sandbox start --port ${new URL(env.RESALE_BASE_URL ?? '').port}`,
    exit: 1,
    lines: [{ is: /^sandbox start --port 0$/, ends: 130, shows: /The sandbox is running/ }],
  },
  "another tool's word": {
    in: inSandbox,
    typed: 'ls',
    exit: 2,
    lines: [/^listings list$/],
  },
  'a topic without the word help': {
    in: inSandbox,
    typed: 'help formattin',
    exit: 2,
    lines: [{ is: /^help formatting$/, shows: /--fields/ }],
  },
  'a check that another command makes': {
    in: inSandbox,
    typed: 'profiles check --deep',
    exit: 2,
    lines: [{ is: /^doctor$/, shows: /1 skipped/ }],
  },
  'a flag that is missing': {
    in: inSandbox,
    typed: 'listings create --condition good --no-input',
    exit: 2,
    lines: [{ is: /^listings create --help$/, shows: /Usage: resale listings create/ }],
  },
  'a name of a deployment that clashes': {
    in: withNothing,
    typed: printedOf(() => new InvalidDialect('dialect.query.state', 'has the same name as another')),
    lines: [/^help dialects$/],
  },
  'help with a filter': {
    in: withNothing,
    typed: 'help --json --jq .commands',
    exit: 2,
    lines: [{ is: /^help --json$/, shows: /"commands"/ }],
  },
  'the first help screen': {
    in: withNothing,
    typed: 'help',
    lines: [
      { is: /^init$/, ends: 2, shows: inputEnded },
      {
        is: /^sandbox demo$/,
        replies: [['Enter goes on', 'q']],
        shows: /the next time|gone now|listings create/,
      },
      /^help listings create$/,
      /^help exit-codes$/,
      /^help flags$/,
    ],
  },
  'the help screen of a noun': {
    in: withNothing,
    typed: 'listings --help',
    lines: [{ is: /^listings create --help$/, shows: /Usage: resale listings create/ }, /^help flags$/],
  },
  'the help screen of what takes a run': {
    in: inSandbox,
    typed: 'runs show --help',
    lines: [/^help flags$/],
  },
  'the help screen of what takes rows': {
    in: withNothing,
    typed: 'grade --help',
    lines: [/^help bulk$/, /^help flags$/],
  },
  'a refusal in other words': {
    in: atDeployment({ refusal: { status: 403, error: '' } }),
    typed: '-p live listings list',
    exit: 4,
    lines: [/^help dialects$/],
  },
};
