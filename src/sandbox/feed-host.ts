import { createGzip } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Dialect } from '../service/dialect.ts';
import type { Service } from './api/handlers.ts';
import type { Manner } from './fault-kinds.ts';
import { faultMet } from './faults/choice.ts';
import { answerWithFault, delay, sendBody } from './faults/fault-answers.ts';
import type { FeedFile } from './feed/feed-bytes.ts';
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
    if (c.req.method !== 'GET') throw new Refusal(405, 'A feed file takes only GET.', { Allow: 'GET' });
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

/** Sends a file or the rest of it. */
const sendFeedFile = async (c: Context<Env>, file: FeedFile, manner: Manner): Promise<Response> => {
  const { outgoing } = c.env;
  const size = await file.size();
  const gzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(c.req.header('accept-encoding') ?? '');
  // Compressed bytes differ from time to time, so they have no ranges.
  const from = gzip ? undefined : askedRest(c.req.header('range'), c.req.header('if-range'), file);
  if (from !== undefined && from >= size)
    throw new Refusal(416, `The file has ${size} bytes.`, { 'Content-Range': `bytes */${size}` });
  const first = from ?? 0;
  outgoing.writeHead(from === undefined ? 200 : 206, {
    'Content-Type': 'application/json',
    'Last-Modified': file.lastModified,
    Vary: 'Accept-Encoding',
    ...(gzip
      ? { ETag: `"${file.digest}-gzip"`, 'Content-Encoding': 'gzip' }
      : { ETag: `"${file.digest}"`, 'Accept-Ranges': 'bytes', 'Content-Length': size - first }),
    ...(from === undefined ? {} : { 'Content-Range': `bytes ${from}-${size - 1}/${size}` }),
  });
  const bytes = (count: number) => file.bytes({ first, last: first + count - 1 });
  return sendBody(c.env, size - first, bytes, manner, gzip ? [createGzip({ level: 1 })] : []);
};

/** Where the rest begins that a download continues with; undefined for the whole file. Other ranges are not served. */
const askedRest = (
  range: string | undefined,
  ifRange: string | undefined,
  { digest }: FeedFile,
): number | undefined => {
  const [, from] = /^bytes=(\d{1,15})-$/i.exec(range ?? '') ?? [];
  const isSame = ifRange === undefined || ifRange === `"${digest}"`;
  return from === undefined || !isSame ? undefined : Number(from);
};
