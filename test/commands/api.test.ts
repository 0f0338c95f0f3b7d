import { expect, test } from 'vitest';
import { errorOf, resale } from '../support/resale.ts';
import { startService } from '../support/service.ts';

test.each([
  ['GET', 1, 'redirected'],
  ['POST', 8, 'unknown'],
])('%s: a redirect is not followed', async (method, exit, code) => {
  const { env } = await startService({
    '/v1/new': (response) => response.writeHead(302, { location: 'https://evil.example/?a=b' }).end(),
  });
  const screen = await resale(`api ${method} /v1/new`, { env });
  expect([screen.exitCode, errorOf(screen).code]).toEqual([exit, code]);
});

test('an answer that does not say it is JSON is printed as it came', async () => {
  const { env } = await startService({
    '/v1/new': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('[1,2'),
  });
  expect(await resale('api GET /v1/new', { env })).toMatchObject({ exitCode: 0, stdout: '[1,2\n' });
});
