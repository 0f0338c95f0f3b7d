import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryOf } from '../../src/runs/folder/directory.ts';
import { hangUp, type Meddling, startRelay } from './relay.ts';
import { json } from './service.ts';
import { type Warehouse, warehouse } from './warehouse.ts';

export const runsIn = ({ cwd }: Warehouse) => readdir(join(cwd, 'state', 'runs')).catch((): string[] => []);

/** What a line to type calls a run. */
export const short = (run: string) => run.slice(-4);

type Meddle = (before: number) => Meddling | undefined;

/** A shop behind a relay that meddles with changes, and with reads, by how many there were before. */
export const behind = async (stock: Record<string, number>, meddle: Meddle, reads: Meddle = calm) => {
  const shop = await warehouse(stock);
  const weather = { meddle, reads };
  const relay = await startRelay(shop.baseUrl, (method, before) =>
    method === 'GET' ? weather.reads(before) : weather.meddle(before),
  );
  shop.env.RESALE_BASE_URL = relay.url;
  return { ...shop, relay, weather };
};

export const calm = () => undefined;
export const neverCame = { instead: hangUp };
export const wrongKeys = { instead: json(401, { error: 'These keys are not known.' }) };

/** The list is read, and no listing is there afterwards: what became of a change takes no time to look for. */
export const onlyList: Meddle = (before) =>
  before === 0 ? undefined : { instead: json(404, { error: 'No such listing.' }) };

export const quick = '--settle 0 --max-retries 0 --concurrency 1';

/** Runs it, and tells which run that was. */
export const started = async (shop: Warehouse, stdin: string, command = 'inventory set', flags = '') => {
  const before = await runsIn(shop);
  const screen = await shop.resale(`${command} --from - --yes ${quick} ${flags}`, { stdin });
  const run = (await runsIn(shop)).find((name) => !before.includes(name)) ?? 'none';
  return { ...screen, run };
};

/** As after a kill -9 behind the last request, or the last one for a row: its outcome never came to disk. */
export const killed = async (shop: Pick<Warehouse, 'cwd'>, run: string, row?: number) => {
  const path = directoryOf(join(shop.cwd, 'state'), run).journal;
  const records = (await readFile(path, 'utf8')).split('\n');
  const sent = `"kind":"sent"${row === undefined ? '' : `,"row":${row},`}`;
  const last = records.findLastIndex((record) => record.includes(sent));
  if (last < 0) throw new Error(`The run ${run} has sent no such row.`);
  await writeFile(path, `${records.slice(0, last + 1).join('\n')}\n`);
};
