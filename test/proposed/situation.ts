import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { unreadLine } from '../../src/cli/command-line.ts';
import { report } from '../../src/cli/report.ts';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import type { Io } from '../../src/terminal/io.ts';
import { type Oddities, startDeployment } from '../support/deployment.ts';
import { MemoryOutput } from '../support/output.ts';
import { behind, calm, neverCame, onlyList, started, wrongKeys } from '../support/relayed.ts';
import { type Circumstances, resale, sandboxed } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Warehouse } from '../support/warehouse.ts';

/** Where something is typed. */
export interface Place extends Circumstances {
  env: Record<string, string>;
  cwd: string;
  /** The name of a run that is there. */
  run?: string;
  /** Has every read end so, until the weather is fair. */
  weather?: (reads: typeof neverCame) => unknown;
  /** Leaves so many more runs there. */
  again?: (count: number) => Promise<unknown>;
  /** Makes the weather fair, before the proposed lines are typed. */
  afterwards?: () => unknown;
}

/** A line that is proposed, and what comes of it: exit code 0 and no question, where nothing else is said. */
export interface Line {
  /** How it begins and ends, behind `resale`. */
  is: RegExp;
  /** What is typed in place of a word in capitals. */
  fill?: Readonly<Record<string, string>>;
  /** What a person answers at the terminal: one line, or one to each question. */
  answers?: string;
  replies?: Circumstances['replies'];
  /** What is piped into it, where the sentence says that it wants that. */
  stdin?: string;
  ends?: number;
  /** What it shows. */
  shows?: RegExp;
}

/** What was typed, or else how its screen comes to be; and the lines that its messages propose, in their order. */
export interface Situation {
  in: () => Promise<Place>;
  typed: string | ((place: Place) => Promise<string> | string);
  /** What is answered at the terminal: one line, or one to each question. */
  answers?: string;
  replies?: Circumstances['replies'];
  /** Nobody is at a terminal. */
  piped?: true;
  exit?: number;
  lines: readonly (RegExp | Line)[];
}

export const listing = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
export const rightKey: string = sandboxProfile.apiKey;
const keyless = ({
  RESALE_BASE_URL: _url,
  RESALE_CLIENT_ID: _id,
  RESALE_API_KEY: _key,
  ...env
}: Record<string, string>) => env;

/** What a person answers about a profile, up to its shop. */
export const aboutProfile = (
  baseUrl: string,
  key: string = rightKey,
): NonNullable<Circumstances['replies']> => [
  ['Base URL of the service', baseUrl],
  ['Client id', sandboxProfile.clientId],
  ['API key be kept?', 'file'],
  ['API key (not shown)', key],
  ['Default shop', ''],
];

const homeIn = (cwd: string) => ({
  ...Object.fromEntries(['CONFIG', 'CACHE', 'STATE'].map((name) => [`RESALE_${name}_DIR`, join(cwd, name)])),
  HOME: cwd,
});

/** A machine with a sandbox that its environment names. */
export const inSandbox = async (options: Parameters<typeof sandboxed>[0] = {}): Promise<Place> => {
  const cwd = temporaryFolder();
  const { env } = await sandboxed(options);
  return { cwd, env: { ...env, ...homeIn(cwd) } };
};

/** A machine with a profile `live` for a sandbox, which is not the current one, and nothing in its environment. */
export const withProfile =
  (settings = '', key: string = rightKey) =>
  async (): Promise<Place> => {
    const here = await asLive(await inSandbox(), key);
    if (settings !== '')
      expect(await resale(`profiles set live ${settings}`, here)).toMatchObject({ exitCode: 0 });
    return here;
  };

/** A machine on which nothing was set up. */
export const withNothing = async (): Promise<Place> => {
  const cwd = temporaryFolder();
  return { cwd, env: homeIn(cwd) };
};

/** A machine with a profile `live` for a deployment that differs from the documented service. */
export const atDeployment =
  (odd: Oddities): Situation['in'] =>
  async () => {
    const { env } = await startDeployment(odd);
    const { RESALE_PROFILE: _, ...bare } = env;
    return { cwd: temporaryFolder(), env: bare };
  };

/** The same place, after these lines were typed there. */
export const having =
  (found: Situation['in'], ...lines: readonly string[]): Situation['in'] =>
  async () => {
    const place = await found();
    for (const line of lines)
      expect([line, await resale(line, place)]).toMatchObject([line, { exitCode: 0 }]);
    return place;
  };

/** The same place, with something done to its files. */
export const where =
  (found: Situation['in'], change: (place: Place) => unknown): Situation['in'] =>
  async () => {
    const place = await found();
    await change(place);
    return place;
  };

/** A machine with a shell that tells what it was started with, and lives until a file is there. */
export const withShell = where(withNothing, async ({ cwd, env }) => {
  const folder = join(cwd, 'bin');
  await mkdir(folder);
  const shell = '#!/bin/sh\nenv > "$0.env"; : > "$0.on"; while ! test -e "$0.off"; do sleep 0.02; done\n';
  await writeFile(join(folder, 'bash'), shell);
  await chmod(join(folder, 'bash'), 0o755);
  env.PATH = `${folder}:${process.env.PATH}`;
});

/** What a failure prints at a terminal, on a line that named the profile `live`. */
export const printedOf =
  (failure: () => Error): ((place: Place) => Promise<string>) =>
  async () => {
    const stderr = new MemoryOutput({ isTTY: true, columns: 1000 });
    const stdout = new MemoryOutput({ isTTY: true, columns: 1000 });
    await report(
      failure(),
      { ...unreadLine({}), globals: { profile: 'live' } },
      { stdout, stderr, env: {}, interruption: new AbortController().signal } as unknown as Io,
      new Set(),
    );
    return stderr.text;
  };

/** The whole text of a page, as a browser reads it. */
export const page = (line: string) => async (place: Place) => {
  const { stdout } = await resale(line.replace('RUN', place.run ?? ''), place);
  return stdout
    .replace(/<.?span>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
};

type Weather = Parameters<typeof behind>[1];

export const fair = (shop: Warehouse & { weather: object }): Place => ({
  cwd: shop.cwd,
  env: {
    ...shop.env,
    RESALE_CONFIG_DIR: join(shop.cwd, 'config'),
    RESALE_CACHE_DIR: join(shop.cwd, 'cache'),
  },
  afterwards: () => Object.assign(shop.weather, { meddle: calm, reads: calm }),
});

/** The same place, with what its environment names in a profile `live` instead. */
const asLive = async (place: Place, key = rightKey): Promise<Place> => {
  const { RESALE_BASE_URL, RESALE_CLIENT_ID } = place.env;
  const env = keyless(place.env);
  const add = `profiles add live --base-url ${RESALE_BASE_URL} --client-id ${RESALE_CLIENT_ID} --api-key-stdin`;
  expect(await resale(add, { cwd: place.cwd, env, stdin: key })).toMatchObject({ exitCode: 0 });
  return { ...place, env };
};

export const rows = 'externalIdentifier,quantity\nA,5\nB,6\nC,7\n';

/** A shop of three listings, a file of rows, and bad weather between them. */
export const inWeather =
  (meddle: Weather, reads: Weather = calm): Situation['in'] =>
  async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, meddle, reads);
    await shop.file('rows.csv', rows);
    return fair(shop);
  };

export const second =
  <What>(what: What) =>
  (before: number): What | undefined =>
    before === 1 ? what : undefined;
/** The service does not take a change. */
export const refused = { instead: json(400, { error: 'Not today.' }) };
export const onlyFirst = (before: number) => (before === 0 ? undefined : neverCame);

/** The same shop under the profile `live` alone, after a run: stopped, or with rows of which nothing came, or done. */
export const afterRun =
  (
    how: 'stopped' | 'unknown' | 'refused' | 'done',
    command = 'inventory set',
    stdin = rows,
    flags = '',
  ): Situation['in'] =>
  async () => {
    const weather: Record<typeof how, [Weather, Weather]> = {
      stopped: [second(wrongKeys), calm],
      unknown: [onlyFirst, onlyList],
      refused: [second(refused), calm],
      done: [calm, calm],
    };
    const shop = await behind({ A: 1, B: 2, C: 3 }, ...weather[how]);
    const place = await asLive(fair(shop));
    Object.assign(shop, { env: place.env });
    shop.resale = (line, more) => resale(line, { cwd: shop.cwd, env: place.env, ...more });
    const { run } = await started(shop, stdin, `-p live ${command}`, flags);
    place.afterwards?.();
    return {
      ...place,
      run,
      weather: (reads) => Object.assign(shop.weather, { reads: () => reads }),
      async again(count) {
        for (let more = 0; more < count; more++) {
          Object.assign(shop.weather, { meddle: () => wrongKeys });
          await started(shop, stdin, `-p live ${command}`, flags);
        }
      },
    };
  };

/** What is proposed where a deployment seems to call a parameter something else. */
export const otherName = {
  is: /^profiles set PROFILE --dialect query\.\w+=WORD$/,
  fill: { PROFILE: 'live', WORD: 'another' },
};
