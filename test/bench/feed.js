import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { feedFiles } from './feed-file.js';
import { measure } from './measure.js';

const bareDownload = fileURLToPath(new URL('bare/download.js', import.meta.url));

/** The feed, downloaded, cut into lines, counted and compared, beside what a shell offers for the same. */
export const feed = async ({ short, resale }) => {
  const megabytes = short ? 5 : 200;
  const files = await feedFiles(megabytes);
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('feed-server.js', import.meta.url)), files.plain, files.gzip],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [port] = await once(server.stdout, 'data');
  const origin = `http://127.0.0.1:${String(port).trim()}`;
  const directory = await mkdtemp(join(tmpdir(), 'resale-bench-'));
  const file = join(directory, 'feed.json');
  // Each run starts with an empty cache: files of earlier runs would still be on their way to the disk.
  const cache = join(directory, 'cache');
  const before = () => rm(cache, { recursive: true, force: true });
  const fetch = (served, flags = '', place = cache) =>
    `RESALE_CACHE_DIR=${place} RESALE_BASE_URL=${origin}/${served} ${resale} feed fetch ${flags}`;
  const again = fetch('plain', '-o json', join(directory, 'kept'));
  const curl = (served, flags = '') => `curl --silent --fail ${flags} ${origin}/${served}.json`;
  const productALine = {
    name: "curl | jq -c '.[]'",
    needs: ['curl', 'jq'],
    line: `${curl('plain')} | jq -c '.[]' | cat`,
  };

  // With a small file, most of the time is the start.
  const memoryGoal = short ? {} : { memoryGoal: 110 };
  const goal = (ratio) => (short ? {} : { goal: ratio, ...memoryGoal });

  return {
    about: `a feed of ${megabytes} MB`,
    rows: [
      {
        name: 'download, piped',
        ours: `${fetch('plain', '-o json')} | cat`,
        peer: { name: 'curl', needs: ['curl'], line: `${curl('plain')} | cat` },
        ...goal(3.2),
      },
      {
        name: 'again, from the cache',
        ours: `${again} | cat`,
        // The first time it is downloaded.
        before: (env) => measure(again, env),
        peer: { name: 'cat', needs: [], line: `cat ${files.plain} | cat` },
        ...goal(2.0),
      },
      {
        name: 'download, piped, beside a bare script',
        ours: `${fetch('plain', '-o json')} | cat`,
        peer: {
          name: 'undici to stdout',
          needs: [],
          line: `'${process.execPath}' '${bareDownload}' ${origin}/plain.json | cat`,
        },
      },
      {
        name: 'download, to a file',
        ours: fetch('plain', `-o json --out ${file}`),
        peer: { name: 'curl -o', needs: ['curl'], line: curl('plain', `-o ${file}`) },
        ...goal(1.6),
      },
      {
        name: 'download at 100 MB/s',
        ours: `${fetch('paced', '-o json')} | cat`,
        peer: { name: 'curl', needs: ['curl'], line: `${curl('paced')} | cat` },
        ...goal(1.01),
      },
      {
        name: 'download, gzipped',
        ours: `${fetch('gzip', '-o json')} | cat`,
        peer: { name: 'curl --compressed', needs: ['curl'], line: `${curl('gzip', '--compressed')} | cat` },
        ...goal(2.2),
      },
      {
        name: 'a product a line',
        ours: `${fetch('plain', '-o ndjson')} | cat`,
        peer: productALine,
        ...goal(0.085),
      },
      {
        name: 'a product a line, each parsed',
        ours: `${fetch('plain', '-o ndjson --fields productID,price,brand')} | cat`,
        peer: productALine,
        ...goal(0.19),
      },
      {
        name: 'count the products',
        ours: `${fetch('plain', '-o ndjson')} | wc -l`,
        peer: { name: 'curl | jq length', needs: ['curl', 'jq'], line: `${curl('plain')} | jq length` },
      },
      { name: 'feed stats', ours: `${resale} feed stats ${files.plain} -o json`, ...memoryGoal },
      {
        name: 'feed diff',
        ours: `${resale} feed diff ${files.plain} ${files.newer} -o ndjson`,
        ...(short ? {} : { memoryGoal: 250 }),
      },
    ].map((row) => ({ before, ...row })),
    close: async () => {
      server.kill();
      await rm(directory, { recursive: true });
    },
  };
};
