import { createGzip } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Dialect } from '../service/dialect.ts';
import type { Service } from './api/handlers.ts';
import type { Manner } from './fault-kinds.ts';
import { faultMet } from './faults/choice.ts';
import { answerWithFault, delay, sendBody } from './faults/fault-answers.ts';
import type { ByteRange, FeedFile } from './feed/feed-bytes.ts';
import { answerError, Refusal, unknownPath } from './refusal.ts';

type Env = { Bindings: HttpBindings };

/** Serves the feed's files by signed links. Refuses requests with keys, which this host must never receive. */
export const makeFeedHost = ({ feed, dialect, chaos }: Service) => {
  const host = new Hono<Env>();
  host.onError(answerError);
  host.notFound(unknownPath);
  host.use(async (_, next) => {
    await delay(chaos.settings.latencyMs);
    await next();
  }, refuseKeys(dialect));
  host.all('/feeds/:name{.+\\.json}', async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      throw new Refusal(405, 'A feed file takes only GET and HEAD.', { Allow: 'GET, HEAD' });
    const { url = '' } = c.env.incoming;
    const file = feed.file(url);
    if (file === undefined)
      throw new Refusal(
        403,
        'This link has expired, or belongs to another sandbox; ask the service for a new one.',
      );
    const { chooseFault } = chaos;
    const facts = { path: c.req.path, body: Buffer.from(c.req.header('range') ?? '') };
    const met = chooseFault && faultMet(c.env.incoming, chooseFault, facts, true);
    if (met === undefined) return sendFeedFile(c, file, 'as usual');
    return answerWithFault(
      c,
      met,
      () => file,
      (own, manner) => sendFeedFile(c, own, manner),
    );
  });
  return host;
};

const refuseKeys = ({ header }: Dialect): MiddlewareHandler<Env> => {
  const names = Object.values(header);
  return async (c, next) => {
    const leaked = names.filter((name) => c.req.header(name) !== undefined);
    if (leaked.length > 0)
      throw new Refusal(
        400,
        `Credentials must not be sent to the host of the feed files: ${leaked.join(' and ')}.`,
      );
    await next();
  };
};

/** Sends a file or a range of it. */
const sendFeedFile = async (c: Context<Env>, file: FeedFile, manner: Manner): Promise<Response> => {
  const { outgoing } = c.env;
  const size = await file.size();
  const gzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(c.req.header('accept-encoding') ?? '');
  // Compressed bytes differ from time to time, so they have no ranges.
  const range = gzip ? undefined : askedRange(c.req.header('range'), c.req.header('if-range'), size, file);
  if (range === 'unsatisfiable')
    throw new Refusal(416, `The file has ${size} bytes.`, { 'Content-Range': `bytes */${size}` });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  outgoing.writeHead(range ? 206 : 200, {
    'Content-Type': 'application/json',
    'Last-Modified': file.lastModified,
    Vary: 'Accept-Encoding',
    ...(gzip
      ? { ETag: `"${file.digest}-gzip"`, 'Content-Encoding': 'gzip' }
      : { ETag: `"${file.digest}"`, 'Accept-Ranges': 'bytes', 'Content-Length': last + 1 - first }),
    ...(range ? { 'Content-Range': `bytes ${first}-${last}/${size}` } : {}),
  });
  if (c.req.method === 'HEAD') {
    outgoing.end();
    return RESPONSE_ALREADY_SENT;
  }
  const bytes = (count: number) => file.bytes({ first, last: first + count - 1 });
  return sendBody(c.env, last + 1 - first, bytes, manner, gzip ? [createGzip({ level: 1 })] : []);
};

/** The requested range; undefined for the whole file; 'unsatisfiable' if it starts after the end. */
const askedRange = (
  range: string | undefined,
  ifRange: string | undefined,
  size: number,
  { digest, lastModified }: FeedFile,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (ifRange !== undefined && ifRange !== `"${digest}"` && ifRange !== lastModified) return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
};
