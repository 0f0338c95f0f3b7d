import { onTestFinished } from 'vitest';
import { type Answer, startFeedHost } from './feed-host.ts';

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The keys that a service of `startService` is called with. */
export const canaries = { clientId: 'canary-client-4711', apiKey: 'canary-key-0815-not-to-be-shown' };

export const canaryKeys = { RESALE_CLIENT_ID: canaries.clientId, RESALE_API_KEY: canaries.apiKey };

/** A service for one test, and the environment in which the tool meets it. */
export const startService = async (
  answers: Readonly<Record<string, Answer>>,
): Promise<{ url: string; env: Record<string, string> }> => {
  const { url, close } = await startFeedHost(answers, json(404, { error: 'not found' }));
  onTestFinished(close);
  return { url, env: { RESALE_BASE_URL: url, ...canaryKeys } };
};

/** A service whose list breaks off after its first page, which has one listing, `a`. */
export const startBrokenList = () =>
  startService({
    '/v1/listings': (response, request) =>
      (request.url?.includes('after=')
        ? json(500, { error: 'no luck' })
        : json(200, { listings: [{ id: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c' } }))(
        response,
        request,
      ),
  });
