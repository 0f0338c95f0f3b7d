import { expect, test } from 'vitest';
import { built } from '../../support/built.ts';
import { authority, certificate, fileOf } from '../../support/certificates.ts';
import { connectTo, startProxy } from '../../support/proxy.ts';
import { canaryKeys, json, startService } from '../../support/service.ts';
import { startTlsHost } from '../../support/tls-host.ts';

const trusted = await authority();
const ours = fileOf(trusted.cert);
const others = fileOf((await authority('Another')).cert);

test.each<[string, string, Record<string, string>]>([
  ['--ca-bundle', ` --ca-bundle '${ours}'`, {}],
  ['NODE_EXTRA_CA_CERTS', '', { NODE_EXTRA_CA_CERTS: ours }],
  ['NODE_EXTRA_CA_CERTS beside others', ` --ca-bundle '${others}'`, { NODE_EXTRA_CA_CERTS: ours }],
])('through a proxy, to a shop whose authority is named with %s', async (_, flags, named) => {
  const page = { listings: [], pageInfo: { hasNextPage: false, endCursor: null }, totalCount: 0 };
  const { url } = await startService({ '/v1/listings': json(200, page) });
  const { port } = await startTlsHost(await certificate({ by: trusted }), url);
  const proxy = await startProxy(connectTo(port));
  const env = {
    RESALE_BASE_URL: 'https://shop.example',
    ...canaryKeys,
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
    ...named,
  };
  const { exitCode, stdout, stderr } = await built(`listings list${flags}`, { env });
  expect([exitCode, stdout.trim(), stderr]).toEqual([0, '[]', '']);
  expect(proxy.asked.map(({ target }) => target)).toEqual(['shop.example:443']);
});
