import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fc } from '../../support/properties.ts';
import { idOf } from '../faults/scenes.ts';
import { canaries } from '../faults/shop.ts';
import type { Fuzzer, Place } from './fuzzer.ts';
import { mutated, mutations } from './odd.ts';

/** What reads the files that the tool keeps on a machine: profiles, runs, feeds, and what completion knows. */
const lines = [
  'doctor',
  'profiles list',
  'profiles show',
  'profiles use shop',
  'profiles remove shop --yes',
  'profiles add other --base-url https://b.invalid',
  'listings list --profile shop',
  'runs list',
  'runs show RUN',
  'runs show RUN --rows',
  'runs resume RUN',
  'runs prune --older-than 0 --yes',
  'feed fetch --offline -o ndjson',
  'feed fetch',
  'feed stats --offline',
  'feed diff',
  '__complete profile',
  '__complete run',
  '__complete listing',
];

/** What became of a file: other bytes in their place, or none; or a folder, or a link that leads nowhere. */
const damage = fc.oneof(
  { weight: 6, arbitrary: mutations.map((changes) => ({ kind: 'changed', changes }) as const) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ kind: 'other', bytes }) as const),
  },
  { weight: 2, arbitrary: fc.constantFrom('gone', 'folder', 'link').map((kind) => ({ kind }) as const) },
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Whatever becomes of the files that the tool keeps, it is told in words; the doctor leaves nothing unexamined, and what fails leaves
 * the profiles as they are.
 */
export const keptFiles: Fuzzer = {
  name: 'kept files',
  share: 0.2,
  law(place) {
    let lived: Promise<Lived> | undefined;
    return fc.asyncProperty(
      fc.constantFrom(...lines),
      fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 3 }),
      async (line, damages) => {
        lived ??= liveIn(place);
        const { files, run, checks } = await lived;
        await putBack(place, files);
        for (const [which, one] of damages) await spoil([...files][which % files.size] as KeptFile, one);
        const before = await filesBelow(join(place.home, '.config'));
        const { exitCode, stdout, stderr } = await place.keepsManners(line.replace('RUN', run).split(' '));
        if (exitCode !== 0 && !isDeepStrictEqual(await filesBelow(join(place.home, '.config')), before))
          throw new Error(`${line} failed, and changed the profiles`);
        if (line === 'doctor' && checksIn(stdout).join() !== checks.join())
          throw new Error(`the doctor looked at no more than ${checksIn(stdout)}`);
        if (line.startsWith('__complete') && (exitCode !== 0 || stderr !== ''))
          throw new Error(`completion said ${stderr}`);
      },
    );
  },
};

/** What there is on a machine where the tool was used. */
interface Lived {
  files: ReadonlyMap<string, Buffer>;
  /** The name of its run. */
  run: string;
  /** What the doctor looks at. */
  checks: readonly string[];
}

type KeptFile = readonly [path: string, bytes: Buffer];

const folders = ['.config', '.cache', '.local'];

const liveIn = async (place: Place): Promise<Lived> => {
  const { home, shop, keepsManners } = place;
  const said = async (line: string, stdin = '') => {
    const { exitCode, stdout, stderr } = await keepsManners(line.split(' '), Buffer.from(stdin));
    if (exitCode !== 0) throw new Error(`${line}: ${stderr}`);
    return stdout;
  };
  const keys = `--base-url ${shop.url} --client-id ${canaries.clientId} --api-key-stdin`;
  await said(`profiles add shop ${keys}`, canaries.apiKey);
  await said('feed fetch');
  await said('grade --from - --yes', `id,condition,shipment\n${idOf(0)},GOOD,1\n${idOf(1)},GOOD,2\n`);
  await said('__complete listing listings get');
  const checks = checksIn(await said('doctor'));
  const [{ run }] = JSON.parse(await said('runs list')) as [{ run: string }];
  return { files: await filesBelow(home), run, checks };
};

const checksIn = (report: string): string[] =>
  (JSON.parse(report) as { check: string }[]).map(({ check }) => check);

const filesBelow = async (home: string): Promise<Map<string, Buffer>> => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(paths.sort().map(async (path) => [path, await readFile(path)] as const)));
};

const putBack = async ({ home }: Place, files: Lived['files']): Promise<void> => {
  for (const folder of folders) await rm(join(home, folder), { recursive: true, force: true });
  for (const [path, bytes] of files) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600 });
  }
};

const spoil = async ([path, bytes]: KeptFile, one: Damage): Promise<void> => {
  await rm(path, { recursive: true, force: true });
  if (one.kind === 'folder') await mkdir(path);
  if (one.kind === 'link') await symlink(`${path}.nowhere`, path);
  const options = { mode: 0o600 };
  if (one.kind === 'other') await writeFile(path, one.bytes, options);
  // A byte a character, so that all but what is changed stays as it was.
  if (one.kind === 'changed')
    await writeFile(path, mutated(bytes.toString('latin1'), one.changes), { ...options, encoding: 'latin1' });
};
