// Sends a change for each identifier in the first column of a CSV file, sixteen at once, with the HTTP library that the tool
// uses: no plan, no journal, no report.
import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';

const [file, url, ...headerLines] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const headers = Object.fromEntries(headerLines.map((line) => line.split(': ')));
const ids = (await readFile(file, 'utf8'))
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split(',', 1)[0]);
const pool = new Pool(origin, { connections: 16 });
const body = JSON.stringify({ action: 'ADJUST_INVENTORY', inventoryAdjustment: 1 });

const send = async (id) => {
  const path = `${pathname.replace(/\/$/, '')}/v1/listings/${id}/inventory`;
  const answer = await pool.request({ path, method: 'PUT', headers, body });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await answer.body.text()}`);
  await answer.body.json();
};
const left = ids.values();
const sendAll = async () => {
  for (const id of left) await send(id);
};
await Promise.all(Array.from({ length: 16 }, sendAll));
await pool.close();
