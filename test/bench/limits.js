import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const shop = fileURLToPath(new URL('limited.js', import.meta.url));

/** Many changes at a service with a limit, beside the time in which the limit allows them. */
export const limits = async ({ short, resale }) => {
  const directory = await mkdtemp(join(tmpdir(), 'resale-bench-'));
  const shops = [];
  const row = async (name, { limit, latencyMs = 5, rows, seconds, goal, shards = 1 }) => {
    const count = short ? Math.ceil(rows / 10) : rows;
    const server = spawn(process.execPath, [shop, limit, String(latencyMs)], {
      env: { ...process.env, LISTINGS: String(count), READS_ARE_FREE: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    shops.push(server);
    const baseUrl = String((await once(server.stdout, 'data'))[0]).trim();
    const ids = await idsOf(baseUrl);
    const file = join(directory, `${shops.length}.csv`);
    await writeFile(file, `id,delta\n${ids.map((id) => `${id},1\n`).join('')}`);
    const reached = `RESALE_BASE_URL=${baseUrl} RESALE_CLIENT_ID=any RESALE_API_KEY=any`;
    // The parts of one plan share the folder in which it is.
    const line = (shard) =>
      `${reached} ${resale} inventory adjust --from ${file} --run all ${shards === 1 ? '' : `--shard ${shard}/${shards}`} --yes --quiet -o ndjson > /dev/null`;
    const lines = Array.from({ length: shards }, (_, index) => `${line(index + 1)} & p${index}=$!;`);
    return {
      name: `${count} ${name}`,
      // Telling the counts makes the limit forget what was sent before.
      before: () => fetch(`${baseUrl}/counts`),
      ours: `export RESALE_STATE_DIR=$(mktemp -d ${directory}/XXXXXX); ${lines.join(' ')} ${lines.map((_, index) => `wait $p${index}`).join(' && ')}`,
      peer: { name: 'what the limit allows', needs: [], seconds: short ? seconds / 10 : seconds },
      ...(short ? {} : { goal }),
    };
  };
  return {
    about: 'changes of inventories under a limit',
    rows: [
      await row('at 100 a second, burst 20', {
        limit: 'bucket:100:20',
        rows: 1000,
        seconds: 9.8,
        goal: 1.25,
      }),
      await row('at 10 a second, burst 10, 50 ms', {
        limit: 'bucket:10:10',
        latencyMs: 50,
        rows: 200,
        seconds: 19,
        goal: 1.25,
      }),
      await row('at 200 in each 5 seconds', { limit: 'window:200:5', rows: 600, seconds: 10, goal: 1.35 }),
      await row('where a tenth is refused at random', {
        limit: 'random:0.1',
        rows: 700,
        seconds: 5,
        goal: 3,
      }),
      await row('by two shards, at 100 a second together', {
        limit: 'bucket:100:20',
        rows: 2000,
        seconds: 19.8,
        goal: 1.35,
        shards: 2,
      }),
    ],
    close: async () => {
      for (const server of shops) server.kill();
      await rm(directory, { recursive: true });
    },
  };
};

/** The identifiers of all listings of a shop. */
const idsOf = async (baseUrl) => {
  const answer = await fetch(`${baseUrl}/v1/listings?limit=1000000`);
  const { listings } = await answer.json();
  return listings.map(({ id }) => id);
};
