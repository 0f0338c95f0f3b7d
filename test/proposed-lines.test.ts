import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unreadLine } from '../src/cli/command-line.ts';
import { readCommandLine } from '../src/cli/parser.ts';
import { tree } from '../src/commands/tree.ts';
import { topics } from '../src/docs/topics.ts';
import { Interrupted } from '../src/failure/interrupted.ts';
import { readArguments, readFlags, type UsageFault } from '../src/flags/values.ts';
import { sandboxProfile } from '../src/profiles/sandbox-profile.ts';
import { behind, calm, neverCame, wrongKeys } from './support/relayed.ts';
import { type Circumstances, resale, sandboxed, words } from './support/resale.ts';
import { json } from './support/service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const commandWords = [...tree.map(({ name }) => name), 'help', '--help', '--version'].join('|');

/** A line that a message proposes: in backticks, or up to the end of the sentence or line. */
const proposals = new RegExp(
  `(?:\`resale ((?:${commandWords})[^\`]*)\`|(?<=[:,] |^ *)resale ((?:${commandWords})\\b.*?)(?=[.,;]?$|[.;,] [A-Z]|, or |; ))`,
  'gm',
);

const proposedIn = (text: string): string[] =>
  [...text.matchAll(proposals)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** What stands for what only the user knows: a name in capitals. */
const isPlaceholder = (text = ''): boolean => /^[A-Z]{2,}$/.test(text);

/** What is wrong with a line, in whatever way it is read. */
const faultsOf = async (typed: string): Promise<unknown[]> => {
  const line = unreadLine({});
  const { definition } = await readCommandLine(
    words(typed),
    line,
    tree,
    topics.map(({ name }) => name),
  );
  const faults: UsageFault[] = [...line.faults];
  if (definition && !line.isHelp) {
    readArguments(definition.arguments, line.operands, faults, line.flags);
    readFlags(definition.flags, line.flags, faults);
  }
  const isTopic = line.isHelp && topics.some(({ name }) => name === line.operands[0]);
  return [
    isTopic ? undefined : line.problem?.message,
    ...faults.filter(({ text }) => !isPlaceholder(text)),
  ].filter(Boolean);
};

it('every line in a message of an error is one that the tool understands', async () => {
  const lines = proposedIn(readFileSync('test/failure/failures.txt', 'utf8'));
  expect(lines.length).toBeGreaterThan(30);
  const wrong = await Promise.all(lines.map(async (line) => [line, await faultsOf(line)] as const));
  expect(wrong.filter(([, faults]) => faults.length > 0)).toEqual([]);
});

const listing = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

/** Where something is typed, and what makes the weather fair afterwards. */
type Place = Circumstances & { afterwards?: () => void };

const inSandbox = async () => {
  const cwd = temporaryFolder();
  const { env } = await sandboxed();
  const folders = Object.fromEntries(
    ['CONFIG', 'CACHE', 'STATE'].map((name) => [`RESALE_${name}_DIR`, join(cwd, name)]),
  );
  return { cwd, env: { ...env, ...folders, HOME: cwd } };
};

const rightKey = sandboxProfile.apiKey;

/** A machine that has a profile `live` for a sandbox, and nothing else in its environment. */
const withProfile =
  (settings = '', key: string = rightKey) =>
  async (): Promise<Place> => {
    const { env, cwd } = await inSandbox();
    const { RESALE_BASE_URL, RESALE_CLIENT_ID, RESALE_API_KEY: _, ...bare }: Record<string, string> = env;
    const here = { cwd, env: bare };
    const add = `profiles add live --base-url ${RESALE_BASE_URL} --client-id ${RESALE_CLIENT_ID} --api-key-stdin`;
    expect((await resale(add, { ...here, stdin: key })).exitCode).toBe(0);
    if (settings !== '') expect((await resale(`profiles set live ${settings}`, here)).exitCode).toBe(0);
    return here;
  };

const withNothing = async (): Promise<Place> => ({
  cwd: temporaryFolder(),
  env: { RESALE_CONFIG_DIR: temporaryFolder() },
});

type Weather = Parameters<typeof behind>[1];

/** A shop, a file of rows, and bad weather between them, which is over afterwards. */
const inWeather =
  (meddle: Weather, reads: Weather = calm) =>
  async (): Promise<Place> => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, meddle, reads);
    await shop.file('rows.csv', 'externalIdentifier,quantity\nA,5\nB,6\nC,7\n');
    const { cwd, env, weather } = shop;
    return { cwd, env, afterwards: () => Object.assign(weather, { meddle: calm, reads: calm }) };
  };

const bulk = 'inventory set --from rows.csv --yes --settle 0 --max-retries 0 --concurrency 1';
const create = 'listings create --condition good --source sku --image https://a.example/1.jpg';
const refused = { instead: json(400, { error: 'Not today.' }) };
const second = (what: typeof refused) => (before: number) => (before === 1 ? what : undefined);
const onlyFirst = (before: number) => (before === 0 ? undefined : neverCame);

interface Situation {
  place: () => Promise<Place>;
  typed: string;
  exit: number;
  /** The lines that are proposed. */
  lines: RegExp[];
  /** What a person then types at the terminal, and how the lines end: with 0, unless they ask for more than that. */
  answers?: string;
  ends?: number;
}

const situations: Record<string, Situation> = {
  'there is more to list': {
    place: inSandbox,
    typed: 'listings list',
    exit: 0,
    lines: [/^listings list --after /],
  },
  'a name in place of an identifier': {
    place: inSandbox,
    typed: 'inventory set RETURN-000001 3',
    exit: 2,
    lines: [/^inventory set 3 --external-id RETURN-000001$/],
  },
  'names in place of identifiers': {
    place: inSandbox,
    typed: 'listings close RETURN-000001 RETURN-000002',
    exit: 2,
    lines: [/^listings close --external-id RETURN-000001 --external-id RETURN-000002$/],
  },
  'a conflict': {
    place: withProfile(),
    typed: `-p live inventory set ${listing} 5 --expect 1`,
    exit: 5,
    lines: [/^inventory set \S+ 5 --profile live --expect 2$/],
  },
  'a run with refused rows': {
    place: inWeather(second(refused)),
    typed: bulk,
    exit: 6,
    ends: 6,
    lines: [/^runs resume \S+ --failed-out FILE$/],
  },
  'a run that stopped': {
    place: inWeather(second(wrongKeys)),
    typed: bulk,
    exit: 4,
    lines: [/^runs resume \S+$/],
  },
  'a run with unknown rows': {
    place: inWeather(onlyFirst, onlyFirst),
    typed: bulk,
    exit: 8,
    ends: 2,
    lines: [/^runs resolve \S+$/],
  },
  'nothing to resume': { place: inSandbox, typed: 'runs resume', exit: 3, lines: [/^runs list$/] },
  'no profile': { place: withNothing, typed: 'listings list', exit: 4, lines: [/^init$/], ends: 2 },
  'no profile of that name': {
    place: withProfile(),
    typed: '-p outlet listings list',
    exit: 2,
    lines: [/^init outlet$/],
    ends: 2,
  },
  'a profile without a key': {
    place: withProfile('--store env'),
    typed: '-p live listings list',
    exit: 4,
    answers: `${rightKey}\n`,
    lines: [/^profiles set live clientId=ID --api-key-stdin$/],
  },
  'a key that the service refuses': {
    place: withProfile('', 'wrong-key-4711'),
    typed: '-p live listings list',
    exit: 4,
    answers: `${rightKey}\n`,
    lines: [/^profiles set live --api-key-stdin$/, /^help dialects$/],
  },
  'a read-only profile': {
    place: withProfile('readOnly=true'),
    typed: `-p live inventory set ${listing} 3`,
    exit: 2,
    lines: [/^profiles set live readOnly=false$/],
  },
  'no feed yet': { place: inSandbox, typed: 'feed fetch --offline', exit: 3, lines: [/^feed fetch$/] },
  'a shop that is not there': {
    place: inSandbox,
    typed: `${create} --shop-id x --product-id A`,
    exit: 3,
    lines: [/^shops lookup DOMAIN$/],
  },
  "another tool's word": { place: inSandbox, typed: 'ls', exit: 2, lines: [/^listings list$/, /^--help$/] },
  'a port in use': {
    place: inSandbox,
    typed: 'sandbox start --port PORT',
    exit: 1,
    lines: [/^sandbox start --port 0$/],
  },
};

describe('each line that a message proposes works where it is proposed, or asks what it must', () => {
  it.each(Object.entries(situations))(
    '%s',
    async (_, { place: found, typed, exit, lines, answers = 'y\n', ends = 0 }) => {
      const { afterwards, ...place } = await found();
      const { port } = new URL(place.env?.RESALE_BASE_URL ?? 'http://127.0.0.1:1');
      const screen = await resale(typed.replace('PORT', port), { ...place, terminal: 1000 });
      const proposed = proposedIn(screen.stderr);
      expect([screen.exitCode, screen.stderr, proposed]).toEqual([
        exit,
        expect.anything(),
        lines.map((line) => expect.stringMatching(line)),
      ]);
      afterwards?.();
      for (const line of proposed) {
        const stop = new AbortController();
        const ended = await resale(
          line.replace('DOMAIN', 'second-meadow.example').replace('=ID', '=sandbox'),
          {
            ...place,
            terminal: 1000,
            typed: answers,
            interruption: stop.signal,
            onStdout: () => {
              if (line.startsWith('sandbox start')) stop.abort(new Interrupted('SIGINT'));
            },
          },
        );
        expect([line, ended.exitCode, ended.stderr]).toEqual([line, ends, expect.anything()]);
        if (ends === 2) expect(ended.stderr).toContain('The input ended before the question was answered.');
      }
    },
  );
});
