import type { Endpoint } from '../service/endpoint.ts';
import type { EndpointTranslation } from '../service/translation.ts';

/** A request as it goes out, before the credentials are put on. */
export interface WireRequest {
  method: string;
  /** Path behind the base URL, with its query. */
  path: string;
  body?: string;
}

/** The parts that an endpoint's input may have. */
export interface Input {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * A row of the table and its input → the request that asks for it, in the words of a deployment. Values that are
 * undefined are left out.
 */
export const buildRequest = (
  endpoint: Endpoint,
  input: Input,
  translation: Pick<EndpointTranslation, 'query' | 'body'>,
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
    ...(input.body === undefined ? {} : { body: JSON.stringify(translation.body.toWire(input.body)) }),
  };
};
