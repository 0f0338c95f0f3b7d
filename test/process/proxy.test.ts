import { expect, test } from 'vitest';
import { built } from '../support/built.ts';
import { authority, certificate, fileOf } from '../support/certificates.ts';
import { connectTo, startProxy } from '../support/proxy.ts';
import { canaries, json, startService } from '../support/service.ts';
import { startTlsHost } from '../support/tls-host.ts';

/** The bundle takes undici in parts, and a part that is missing would show here alone. */
test.each(['--ca-bundle', 'NODE_EXTRA_CA_CERTS'])(
  'the built tool gets through a proxy, to a shop whose authority is named with %s',
  async (named) => {
    const trusted = await authority();
    const page = { listings: [], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 0 };
    const { url } = await startService({ '/v1/listings': json(200, page) });
    const { port } = await startTlsHost(await certificate({ by: trusted }), url);
    const proxy = await startProxy(connectTo(port));
    const path = fileOf(trusted.cert);
    const env = {
      RESALE_BASE_URL: 'https://shop.example',
      RESALE_CLIENT_ID: canaries.clientId,
      RESALE_API_KEY: canaries.apiKey,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    };
    const { exitCode, stdout, stderr } = await (named === '--ca-bundle'
      ? built(`listings list --ca-bundle ${path}`, { env })
      : built('listings list', { env: { ...env, NODE_EXTRA_CA_CERTS: path } }));
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([0, [], '']);
    expect(proxy.asked.map(({ target }) => target)).toEqual(['shop.example:443']);
  },
);
