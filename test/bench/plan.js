import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listingIds, startSandbox } from './sandbox.js';

/** The memory that a plan of more rows takes than anybody has. */
export const plan = async ({ short, resale }) => {
  const rows = short ? 2000 : 1_000_000;
  const sandbox = await startSandbox(resale, `--listings ${rows}`);
  const directory = await mkdtemp(join(tmpdir(), 'resale-bench-'));
  const file = join(directory, 'rows.csv');
  const ids = await listingIds(sandbox);
  await writeFile(file, `id,delta\n${ids.map((id) => `${id},1\n`).join('')}`);
  return {
    about: 'a plan',
    rows: [
      {
        name: `${rows} rows planned`,
        isOnce: true,
        ours: `RESALE_STATE_DIR=${directory} ${sandbox.reached} ${resale} inventory adjust --from ${file} --plan ${directory}/plan --yes --quiet`,
        ...(short ? {} : { memoryGoal: 200 }),
      },
    ],
    close: async () => {
      sandbox.close();
      await rm(directory, { recursive: true });
    },
  };
};
