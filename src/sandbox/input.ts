import type { Dialect } from '../service/dialect.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { endpointTranslation } from '../service/translation.ts';
import { parseBody } from './body.ts';
import { obey, queryReader } from './rules.ts';

/** The parts of a request that hold input. */
export interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Buffer;
}

/** Makes the reader of an endpoint's input. What breaks a rule of its schemas is refused with all that is wrong. */
export const inputReader = (endpoint: Endpoint, dialect: Dialect) => {
  const translation = endpointTranslation(endpoint, dialect);
  const readQuery = endpoint.query && queryReader(endpoint.query, dialect, translation.query);
  return ({ params, query, body }: RequestParts) => ({
    // An identifier of another form than the documented one is that of no listing, 404: it is not judged here.
    params,
    query: readQuery?.(query),
    body:
      endpoint.body &&
      obey(endpoint.body, translation.body.fromWireStrictly(parseBody(body)), {
        names: dialect.field,
        constants: dialect.constant,
      }),
  });
};
