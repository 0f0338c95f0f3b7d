import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox, temporaryFolder, writeRows } from './sandbox.js';

const change = `'{"action":"ADJUST_INVENTORY","inventoryAdjustment":1}'`;

/** Many changes of inventories, 16 at once, written to a journal and sent, beside curl, which only sends as many requests. */
export const bulk = async ({ isShort, resale, atEnd }) => {
  const folder = await temporaryFolder(atEnd);
  const shop = async (count, flags) => {
    const { baseUrl, reached, curlFlags, close } = await startSandbox(resale, `--listings ${count} ${flags}`);
    atEnd(close);
    const rows = join(folder, `${count}.csv`);
    await writeRows(rows, count, resale);
    const ids = (await readFile(rows, 'utf8')).match(/^[\w-]+(?=,1$)/gm);
    // Too many for arguments.
    const urls = join(folder, `${count}.urls`);
    const request = (id) => `url = "${baseUrl}/v1/listings/${id}/inventory"\noutput = "/dev/null"\n`;
    await writeFile(urls, ids.map(request).join(''));
    return {
      adjust: `RESALE_STATE_DIR=$(mktemp -d ${folder}/XXXXXX) ${reached} ${resale} inventory adjust --from ${rows} --yes --quiet -o ndjson`,
      peer: {
        name: 'curl --parallel',
        needs: ['curl'],
        line: `curl --silent --fail --parallel --parallel-max 16 --request PUT ${curlFlags} --data ${change} --config ${urls}`,
      },
    };
  };
  const [many, few, most] = isShort ? [200, 50, 2000] : [10_000, 4000, 200_000];
  const near = await shop(many, '');
  const far = await shop(few, '--latency 50');
  const row = (name, { adjust, peer }, mode, goal) => {
    return { name, line: `${adjust} ${mode} > /dev/null`, peer, goal, memoryGoal: 125 };
  };
  return [
    row(`${many}, planned and exact`, near, '', 2.5),
    row(`${many}, one request each`, near, '--direct', 2.5),
    row(`${few} at 50 ms, one request each`, far, '--direct', 1.03),
    {
      name: `${most} rows planned`,
      isOnce: true,
      line: `${(await shop(most, '')).adjust} --plan $(mktemp -d ${folder}/XXXXXX)/plan`,
      memoryGoal: 200,
    },
  ];
};
