import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canaries } from '../faults/shop.ts';
import { fc } from '../support/properties.ts';
import type { Fuzzer, Place } from './fuzzer.ts';
import { mutated, mutations, oddValue } from './odd.ts';

const { clientId, apiKey } = canaries;
const baseUrl = 'https://a.invalid';

const kept = {
  config: JSON.stringify({ version: 1, current: 'shop', profiles: { shop: { baseUrl, output: 'table' } } }),
  credentials: JSON.stringify({ version: 1, profiles: { shop: { origin: baseUrl, clientId, apiKey } } }),
};

const lines = [
  'profiles list',
  'profiles show',
  'profiles show shop',
  'profiles use shop',
  'profiles remove shop --yes',
  'profiles add other --base-url https://b.invalid',
  'listings list --dry-run',
];

const content = (good: string) =>
  fc.oneof(
    { weight: 4, arbitrary: mutations.map((changes) => Buffer.from(mutated(good, changes))) },
    { weight: 1, arbitrary: oddValue.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );

/** Whatever stands in the files of the profiles, it is used, or refused in words, and what fails leaves it as it is. */
export const profileFiles: Fuzzer = {
  name: 'profile files',
  share: 0.1,
  law: (place) =>
    fc.asyncProperty(
      fc.constantFrom(...lines),
      content(kept.config),
      content(kept.credentials),
      async (line, config, credentials) => {
        const before = await put(place, { config, credentials });
        const { exitCode } = await place.keepsManners(line.split(' '));
        const now = await Promise.all([...before.keys()].map((path) => readFile(path)));
        const isSame = now.every((bytes, index) => bytes.equals([...before.values()][index] as Buffer));
        if (exitCode !== 0 && !isSame) throw new Error(`${line} failed, and changed the files`);
      },
    ),
};

const put = async (
  { home }: Place,
  files: Record<'config' | 'credentials', Buffer>,
): Promise<Map<string, Buffer>> => {
  const folder = join(home, '.config', 'resale');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const written = new Map(
    Object.entries(files).map(([name, bytes]) => [join(folder, `${name}.json`), bytes]),
  );
  for (const [path, bytes] of written) await writeFile(path, bytes, { mode: 0o600 });
  return written;
};
