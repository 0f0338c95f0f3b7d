import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a sandbox in a process of its own; `close` stops it. */
export const startSandbox = async (resale, flags) => {
  const server = spawn('sh', ['-c', `exec ${resale} sandbox start --port 0 ${flags}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(server.stdout, 'data');
  const { baseUrl, clientId, apiKey } = JSON.parse(String(line));
  return {
    baseUrl,
    /** The variables of the environment by which a command line of ours reaches it. */
    reached: `RESALE_BASE_URL=${baseUrl} RESALE_CLIENT_ID=${clientId} RESALE_API_KEY=${apiKey}`,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Client-Id': clientId,
      'X-Service-Authentication-Key': apiKey,
    },
    close: () => server.kill(),
  };
};

/** The identifiers of all listings in a sandbox. */
export const listingIds = async ({ baseUrl, headers }) => {
  const ids = [];
  for (let after = ''; ; ) {
    const answer = await fetch(`${baseUrl}/v1/listings?limit=200${after && `&after=${after}`}`, { headers });
    const { listings, pageInfo } = await answer.json();
    for (const { id } of listings) ids.push(id);
    if (!pageInfo.hasNextPage) return ids;
    after = encodeURIComponent(pageInfo.endCursor);
  }
};
