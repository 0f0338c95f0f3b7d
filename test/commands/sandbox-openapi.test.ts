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
