import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './measure.js';

/** Starts a sandbox in a process of its own; `close` stops it. */
export const startSandbox = async (resale, flags) => {
  const server = spawn('sh', ['-c', `exec ${resale} sandbox start --port 0 ${flags}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(server.stdout, 'data');
  const { baseUrl, clientId, apiKey } = JSON.parse(String(line));
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Client-Id': clientId,
    'X-Service-Authentication-Key': apiKey,
  };
  return {
    baseUrl,
    /** The variables of the environment by which a command line of ours reaches it. */
    reached: `RESALE_BASE_URL=${baseUrl} RESALE_CLIENT_ID=${clientId} RESALE_API_KEY=${apiKey}`,
    /** The same for curl. */
    curlFlags: Object.entries(headers)
      .map(([name, value]) => `--header '${name}: ${value}'`)
      .join(' '),
    close: () => server.kill(),
  };
};

/**
 * Writes a file that adds one to each of so many listings. They are asked for at a sandbox of their own: each has the same ones,
 * but it may be slow, or count requests.
 */
export const writeRows = async (file, count, resale) => {
  const { reached, close } = await startSandbox(resale, `--listings ${count}`);
  const list = `${reached} ${resale} listings list --fields id -o csv`;
  await measure(`${list} | sed -e '1s/$/,delta/' -e '1!s/$/,1/' > ${file}`, process.env);
  close();
};

export const temporaryFolder = async (atEnd) => {
  const folder = await mkdtemp(join(tmpdir(), 'resale-bench-'));
  atEnd(() => rm(folder, { recursive: true }));
  return folder;
};
