import { parseJson } from '../json/exact.ts';
import type { Dialect } from '../service/dialect.ts';
import type { Endpoint } from '../service/endpoint.ts';
import type { Translations } from '../service/translation.ts';

/** A request as it goes out, before the credentials are added. */
export interface WireRequest {
  method: string;
  /** The path below the base URL, with its query. */
  path: string;
  body?: string;
}

export interface EndpointInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * Makes the request for a row of the table and its input, in the words of a deployment. Values that are
 * undefined are left out.
 */
export const buildRequest = (
  endpoint: Endpoint,
  input: EndpointInput,
  translation: Translations,
): WireRequest => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(translation.query.toWire(input.query ?? {}) as object))
    if (value !== undefined) query.append(name, String(value));
  return {
    method: endpoint.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(input.body === undefined
      ? {}
      : { body: JSON.stringify(translation[endpoint.bodyNames ?? 'body'].toWire(input.body)) }),
  };
};

export type ShownRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Parsed if it is JSON; null if there is none. */
  body: unknown;
};

export interface ApiKeys {
  clientId: string;
  apiKey: string;
}

const maskedValue = '***';

const negotiation = {
  accept: 'application/json',
  // A compressed answer that was cut short can look complete, so the request accepts no encoding.
  'accept-encoding': 'identity',
};

export const headersOf = (
  { baseUrl, userAgent }: { baseUrl: string; userAgent: string },
  { header }: Pick<Dialect, 'header'>,
) => {
  const own = ({ clientId, apiKey }: ApiKeys) => ({
    'user-agent': userAgent,
    [header.clientId]: clientId,
    [header.authenticationKey]: apiKey,
  });
  const ofBody = (request: WireRequest) =>
    request.body === undefined ? {} : { 'content-type': 'application/json' };

  return {
    /** `fresh` asks for an answer that does not come from a cache. */
    sent: (request: WireRequest, keys: ApiKeys, fresh: boolean): Record<string, string> => ({
      ...negotiation,
      ...ofBody(request),
      ...own(keys),
      ...(fresh ? { 'cache-control': 'no-cache' } : {}),
    }),
    previewed: (request: WireRequest): ShownRequest => ({
      method: request.method,
      url: `${baseUrl}${request.path}`,
      headers: {
        ...negotiation,
        ...ofBody(request),
        ...own({ clientId: maskedValue, apiKey: maskedValue }),
      },
      body: request.body === undefined ? null : bodyToShow(request.body),
    }),
  };
};

const bodyToShow = (body: string): unknown => {
  try {
    return parseJson(body);
  } catch {
    return body;
  }
};
