import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Changes of many inventories: planned, journalled and sent; beside as many requests of curl, which do none of that. */
export const bulk = async ({ short, resale }) => {
  const changes = short ? 200 : 10_000;
  const server = spawn('sh', ['-c', `exec ${resale} sandbox start --port 0 --listings ${changes}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(server.stdout, 'data');
  const { baseUrl, clientId, apiKey } = JSON.parse(String(line));
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Client-Id': clientId,
    'X-Service-Authentication-Key': apiKey,
  };
  const ids = await listingIds(baseUrl, headers);
  const directory = await mkdtemp(join(tmpdir(), 'resale-bench-'));
  const rows = join(directory, 'rows.csv');
  const requests = join(directory, 'requests');
  // One more of each, whatever there is: so that it does not matter who ran before.
  await writeFile(rows, `id,delta\n${ids.map((id) => `${id},1\n`).join('')}`);
  await writeFile(
    requests,
    ids.map((id) => curlRequest(`${baseUrl}/v1/listings/${id}/inventory`, headers)).join('next\n'),
  );

  return {
    name: 'bulk',
    about: `${changes} changes of inventories`,
    rows: [
      {
        name: 'adjust from a file',
        ours: `RESALE_STATE_DIR=$(mktemp -d ${directory}/XXXXXX) RESALE_BASE_URL=${baseUrl} RESALE_CLIENT_ID=${clientId} RESALE_API_KEY=${apiKey} ${resale} inventory adjust --from ${rows} --yes --quiet -o ndjson > /dev/null`,
        peer: {
          name: 'curl --parallel',
          needs: ['curl'],
          line: `curl --silent --fail --parallel --parallel-max 16 --config ${requests}`,
        },
        ...(short ? {} : { goal: 1.5 }),
      },
    ],
    close: async () => {
      server.kill();
      await rm(directory, { recursive: true });
    },
  };
};

const listingIds = async (baseUrl, headers) => {
  const ids = [];
  for (let after = ''; ; ) {
    const answer = await fetch(`${baseUrl}/v1/listings?limit=200${after && `&after=${after}`}`, { headers });
    const { listings, pageInfo } = await answer.json();
    ids.push(...listings.map(({ id }) => id));
    if (!pageInfo.hasNextPage) return ids;
    after = encodeURIComponent(pageInfo.endCursor);
  }
};

const curlRequest = (url, headers) =>
  [
    ['url', url],
    ['request', 'PUT'],
    ...Object.entries(headers).map(([name, value]) => ['header', `${name}: ${value}`]),
    ['output', '/dev/null'],
    ['data', '{\\"action\\":\\"ADJUST_INVENTORY\\",\\"inventoryAdjustment\\":1}'],
  ]
    .map(([name, value]) => `${name} = "${value}"\n`)
    .join('');
