import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listingIds, startSandbox } from './sandbox.js';

const latencyMs = 50;
const bareChanges = fileURLToPath(new URL('bare/changes.js', import.meta.url));

/** Many changes of inventories, written to a journal and sent, beside curl, which only sends as many requests. */
export const bulk = async ({ short, resale }) => {
  const changes = short ? 200 : 10_000;
  const slowChanges = short ? 50 : 4000;
  const directory = await mkdtemp(join(tmpdir(), 'resale-bench-'));
  const near = await prepared(directory, resale, 'near', changes, '');
  const far = await prepared(directory, resale, 'far', slowChanges, `--latency ${latencyMs}`);
  const goals = (ratio, memory) => (short ? {} : { goal: ratio, memoryGoal: memory });
  return {
    about: `changes of inventories, 16 at once`,
    rows: [
      { name: `${changes}, planned and exact`, ...near.row(''), ...goals(2.5, 125) },
      { name: `${changes}, one request each`, ...near.row('--direct'), ...goals(2.5, 125) },
      {
        name: `${changes}, one request each, beside a bare script`,
        ...near.row('--direct'),
        peer: near.bare,
      },
      {
        name: `${slowChanges} at ${latencyMs} ms, one request each`,
        ...far.row('--direct'),
        ...goals(1.03, 125),
      },
    ],
    close: async () => {
      near.close();
      far.close();
      await rm(directory, { recursive: true });
    },
  };
};

/** Adds one to each listing, so that it does not matter what ran before: as rows of a file, and as requests of curl. */
const prepared = async (directory, resale, name, changes, flags) => {
  const sandbox = await startSandbox(resale, `--listings ${changes} ${flags}`);
  const ids = await listingIds(sandbox);
  const rows = join(directory, `${name}.csv`);
  const requests = join(directory, `${name}.requests`);
  const headers = Object.entries(sandbox.headers).map(([name, value]) => `${name}: ${value}`);
  await writeFile(rows, `id,delta\n${ids.map((id) => `${id},1\n`).join('')}`);
  await writeFile(
    requests,
    ids.map((id) => curlRequest(`${sandbox.baseUrl}/v1/listings/${id}/inventory`, headers)).join('next\n'),
  );
  return {
    row: (mode) => ({
      ours: `RESALE_STATE_DIR=$(mktemp -d ${directory}/XXXXXX) ${sandbox.reached} ${resale} inventory adjust --from ${rows} ${mode} --yes --quiet -o ndjson > /dev/null`,
      peer: {
        name: 'curl --parallel',
        needs: ['curl'],
        line: `curl --silent --fail --parallel --parallel-max 16 --config ${requests}`,
      },
    }),
    bare: {
      name: 'undici alone',
      needs: [],
      line: `'${process.execPath}' '${bareChanges}' ${rows} ${sandbox.baseUrl} ${headers.map((line) => `'${line}'`).join(' ')}`,
    },
    close: sandbox.close,
  };
};

const curlRequest = (url, headers) =>
  [
    ['url', url],
    ['request', 'PUT'],
    ...headers.map((line) => ['header', line]),
    ['output', '/dev/null'],
    ['data', '{\\"action\\":\\"ADJUST_INVENTORY\\",\\"inventoryAdjustment\\":1}'],
  ]
    .map(([name, value]) => `${name} = "${value}"\n`)
    .join('');
