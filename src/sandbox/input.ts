import { type Dialect, fromWire } from '../service/dialect.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { parseBody } from './body.ts';
import { obey, queryReader } from './rules.ts';

/** The parts of a request that hold input. */
export interface RequestParts {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Buffer;
}

/** Makes the reader of an endpoint's input. What breaks a rule of its schemas is refused with all that is wrong. */
export const inputReader = ({ query: querySchema, body: bodySchema }: Endpoint, dialect: Dialect) => {
  const readQuery = querySchema && queryReader(querySchema, dialect.query);
  return ({ params, query, body }: RequestParts) => ({
    // An identifier of another form than the documented one is that of no listing, 404: it is not judged here.
    params,
    query: readQuery?.(query),
    body: bodySchema && obey(bodySchema, inOurWords(parseBody(body), dialect), dialect.field),
  });
};

const inOurWords = (value: unknown, { field }: Dialect): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? fromWire(value as Record<string, unknown>, field)
    : value;
