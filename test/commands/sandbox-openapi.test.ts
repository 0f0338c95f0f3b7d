import { expect, it } from 'vitest';
import { endpoints } from '../../src/service/endpoints.ts';
import { resale } from '../support/resale.ts';

it('prints the description of the service, of every endpoint, as one document of JSON', async () => {
  const { exitCode, stdout, stderr } = await resale('sandbox openapi');
  const { openapi, paths } = JSON.parse(stdout);
  const operations = Object.values<object>(paths).flatMap((path) =>
    Object.values<{ operationId?: string }>({ ...path }).flatMap(({ operationId }) => operationId ?? []),
  );
  expect([exitCode, stderr, openapi]).toEqual([0, '', expect.stringMatching(/^3\.1/)]);
  expect(operations.sort()).toEqual(Object.keys(endpoints).sort());
});

it('names the server of --base-url, else that of a sandbox', async () => {
  const serversOf = async (line: string) => JSON.parse((await resale(line)).stdout).servers[0].url;
  expect(await serversOf('sandbox openapi')).toBe('http://127.0.0.1:4141');
  expect(await serversOf('sandbox openapi --base-url https://api.shop.example')).toBe(
    'https://api.shop.example',
  );
});

it('needs no profile, no keys and no service', async () => {
  expect((await resale('sandbox openapi', { env: { RESALE_PROFILE: 'nonexistent' } })).exitCode).toBe(0);
});
