import type { Dialect } from '../service/dialect.ts';
import type { ClientOptions } from './client.ts';
import type { ShownRequest } from './events.ts';
import type { WireRequest } from './request.ts';

/** A request as it would go out. */
export interface PreviewedRequest extends ShownRequest {
  /** What else it takes to send the very same. */
  exact: {
    /** All headers but those of the credentials. */
    headers: Record<string, string>;
    /** The names of these, which are the dialect's. */
    credentials: Pick<Dialect['header'], 'clientId' | 'authenticationKey'>;
    body: string | undefined;
  };
}

type Keys = Awaited<ReturnType<ClientOptions['credentials']>>;

const maskedValue = '***';

/** The headers that no request goes without. */
const negotiation = {
  accept: 'application/json',
  // An encoded answer that was cut short can pass for a whole one, so none is asked for.
  'accept-encoding': 'identity',
};

/** What is put on each request of a client, and how that looks where the credentials are not shown. */
export const headersOf = (
  { baseUrl, userAgent }: Pick<ClientOptions, 'baseUrl' | 'userAgent'>,
  dialect: Dialect,
) => {
  const own = (clientId: string, apiKey: string) => ({
    'user-agent': userAgent,
    [dialect.header.clientId]: clientId,
    [dialect.header.authenticationKey]: apiKey,
  });
  const ofBody = (request: WireRequest) =>
    request.body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    /** `fresh` asks for an answer that no cache kept. */
    sent: (request: WireRequest, { clientId, apiKey }: Keys, fresh: boolean): Record<string, string> => ({
      ...negotiation,
      ...ofBody(request),
      ...own(clientId, apiKey),
      ...(fresh ? { 'cache-control': 'no-cache' } : {}),
    }),
    previewed: (request: WireRequest): PreviewedRequest => ({
      method: request.method,
      url: `${baseUrl}${request.path}`,
      headers: { ...own(maskedValue, maskedValue), ...ofBody(request) },
      body: request.body === undefined ? null : bodyToShow(request.body),
      exact: {
        headers: { ...negotiation, 'user-agent': userAgent, ...ofBody(request) },
        credentials: dialect.header,
        body: request.body,
      },
    }),
  };
};

const bodyToShow = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};
