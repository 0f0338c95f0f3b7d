import { resolve } from 'node:path';
import type { WireRequest } from '../../client/request.ts';
import { namedBytes, textUpTo } from '../../disk/named-bytes.ts';
import { systemReason } from '../../disk/system-reason.ts';
import { asWritten } from '../../json/exact.ts';
import { parsedJson } from '../../json/parsed.ts';
import type { Io } from '../../terminal/io.ts';
import { stringify } from '../../terminal/json.ts';
import { UsageError } from '../errors.ts';

/** What was given for a request: its fields, or the file that its body comes from. */
interface SaidRequest {
  method: string;
  path: string;
  field: readonly (readonly [name: string, value: unknown])[] | undefined;
  input: string | undefined;
}

/** The request as the client sends it, to the service of `baseUrl`. Fields are the query with GET, else the body. */
export const requestOf = async (
  { method, path: said, field: fields = [], input }: SaidRequest,
  baseUrl: string,
  io: Io,
): Promise<WireRequest> => {
  const path = pathBehind(said, baseUrl);
  if (method === 'GET' && fields.length > 0) {
    const query = new URLSearchParams(
      fields.map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : stringify(asWritten(value)),
      ]),
    );
    return { method, path: `${path}${path.includes('?') ? '&' : '?'}${query}` };
  }
  const body = input === undefined ? undefined : await readBody(input, io);
  const sent = body ?? (fields.length > 0 ? stringify(asWritten(Object.fromEntries(fields))) : undefined);
  return { method, path, ...(sent === undefined ? {} : { body: sent }) };
};

/** The path after the base URL. A full URL is accepted if it belongs to the profile's service: its credentials go nowhere else. */
const pathBehind = (said: string, baseUrl: string): string => {
  const base = new URL(baseUrl);
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(said) || said.startsWith('//');
  const url = new URL(whole ? said : `http://path/${said.replace(/^\/+/, '')}`, base);
  if (!whole) return `${url.pathname}${url.search}`;
  const prefix = base.pathname.replace(/\/$/, '');
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
    throw new UsageError([
      { name: 'PATH', message: `leads away from ${baseUrl}; the credentials go only there` },
    ]);
  return `${url.pathname.slice(prefix.length)}${url.search}`;
};

/** The body of a request from a file, or from stdin with `-`. It must be JSON, and goes out as it is. */
const readBody = async (from: string, io: Io): Promise<string> => {
  const body =
    from === '-' ? await textUpTo(mostBytes, io.stdin) : await readInput(resolve(io.cwd, from), io);
  if (body === undefined) throw new UsageError([{ name: '--input', message: 'must be at most 64 MiB long' }]);
  if (parsedJson(body) === undefined)
    throw new UsageError([
      { name: '--input', message: `must be JSON, which ${from === '-' ? 'stdin' : from} is not` },
    ]);
  return body;
};

const mostBytes = 64 * 1024 * 1024;

const readInput = async (path: string, { interruption }: Io): Promise<string | undefined> => {
  try {
    return await textUpTo(mostBytes, namedBytes(path, interruption));
  } catch (error) {
    interruption.throwIfAborted();
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw new UsageError([{ name: '--input', message: `can't be read from ${path}: ${reason}` }]);
  }
};
