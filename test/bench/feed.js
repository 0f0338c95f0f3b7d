import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure } from './measure.js';
import { startSandbox, temporaryFolder } from './sandbox.js';

/** The feed, downloaded, cut into lines, counted and compared, beside what a shell offers for the same. */
export const feed = async ({ isShort, resale, atEnd }) => {
  const folder = await temporaryFolder(atEnd);
  const { plain, gzip, newer } = await feedFiles(isShort ? 6000 : 235_000, resale, folder);
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('feed-server.js', import.meta.url)), plain, gzip],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  atEnd(() => server.kill());
  const [port] = await once(server.stdout, 'data');
  const origin = `http://127.0.0.1:${String(port).trim()}`;

  // Each run starts without a feed: files of earlier runs would still be on their way to the disk.
  const cache = join(folder, 'cache');
  const before = () => rm(join(cache, 'feeds'), { recursive: true, force: true });
  const reached = 'RESALE_CLIENT_ID=any RESALE_API_KEY=any';
  const fetch = (served, flags, place = cache) =>
    `${reached} RESALE_CACHE_DIR=${place} RESALE_BASE_URL=${origin}/${served} ${resale} feed fetch ${flags}`;
  const again = fetch('plain', '-o json', join(folder, 'kept'));
  const file = join(folder, 'feed.json');
  const peer = (name, line, ...others) => ({ peer: { name, needs: ['curl', ...others], line } });
  const curl = `curl --silent --fail ${origin}`;
  const productALine = peer("curl | jq -c '.[]'", `${curl}/plain.json | jq -c '.[]' | cat`, 'jq');
  const row = (name, line, goal, beside) => ({ name, line, goal, ...beside, before, memoryGoal: 110 });
  return [
    row(
      'download, piped',
      `${fetch('plain', '-o json')} | cat`,
      3.2,
      peer('curl', `${curl}/plain.json | cat`),
    ),
    {
      ...row('again, from the cache', `${again} | cat`, 2),
      // The first time it is downloaded.
      before: (env) => measure(again, env),
      peer: { name: 'cat', line: `cat ${plain} | cat` },
    },
    row(
      'download, to a file',
      fetch('plain', `-o json --out ${file}`),
      1.6,
      peer('curl -o', `${curl}/plain.json -o ${file}`),
    ),
    row(
      'download at 100 MB/s',
      `${fetch('paced', '-o json')} | cat`,
      1.01,
      peer('curl', `${curl}/paced.json | cat`),
    ),
    row(
      'download, gzipped',
      `${fetch('gzip', '-o json')} | cat`,
      2.2,
      peer('curl --compressed', `${curl}/gzip.json --compressed | cat`),
    ),
    row('a product a line', `${fetch('plain', '-o ndjson')} | cat`, 0.085, productALine),
    row(
      'a product a line, each parsed',
      `${fetch('plain', '-o ndjson --fields productID,price,brand')} | cat`,
      0.19,
      productALine,
    ),
    row('feed stats', `${resale} feed stats ${plain} -o json`),
    { ...row('feed diff', `${resale} feed diff ${plain} ${newer} -o ndjson`), memoryGoal: 250 },
  ];
};

/**
 * The feed of a sandbox, kept in the temporary directory, since it takes long to make: as it is, gzipped, and with another price
 * of every tenth product.
 */
const feedFiles = async (products, resale, folder) => {
  const path = (ending) => join(tmpdir(), `resale-bench-feed-of-${products}.${ending}`);
  const files = { plain: path('json'), gzip: path('json.gz'), newer: path('newer.json') };
  if (await stat(files.newer).catch(() => undefined)) return files;
  const { reached, close } = await startSandbox(resale, `--products ${products}`);
  const made = join(folder, 'made.json');
  const fetched = `${reached} RESALE_CACHE_DIR=${folder} ${resale} feed fetch --out ${files.plain}`;
  const changed = `awk 'NR % 10 == 0 { sub(/"price":/, "&1") } 1' ${files.plain} > ${made}`;
  await measure(`${fetched} && gzip -c ${files.plain} > ${files.gzip} && ${changed}`, process.env);
  close();
  // The last one to be there: an unfinished set is never used.
  await rename(made, files.newer);
  return files;
};
