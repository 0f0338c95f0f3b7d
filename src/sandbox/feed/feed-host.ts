import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Dialect } from '../../service/dialect.ts';
import type { Service } from '../api/handlers.ts';
import {
  type ChosenFault,
  delay,
  faultFor,
  markFault,
  resetConnection,
  serverError,
  slowMilliseconds,
} from '../faults/fault-answers.ts';
import { answerError, Refusal, unknownPath } from '../refusal.ts';
import type { ByteRange, FeedFile } from './feed-file.ts';

type Env = { Bindings: HttpBindings };

/** Serves the feed's files to anyone with a signed link. Requests with keys are refused: this host must never see them. */
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
    const fault: ChosenFault = chooseFault
      ? faultFor(c.env, chooseFault, {
          path: c.req.path,
          body: Buffer.from(c.req.header('range') ?? ''),
        })
      : { kind: undefined, late: false };
    // All others concern the service only.
    if (!['reset', '500', 'slow', 'truncate'].includes(fault.kind ?? '')) fault.kind = undefined;
    markFault(c.env, fault);
    if (fault.kind === 'reset') return resetConnection(c.env);
    if (fault.kind === '500') throw serverError();
    if (fault.kind === 'slow') await delay(slowMilliseconds);
    return sendFeedFile(c, file, fault.kind === 'truncate');
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

/** Sends a file or a range of it; with `truncated` only half of that, after which the connection ends. */
const sendFeedFile = async (c: Context<Env>, file: FeedFile, truncated: boolean): Promise<Response> => {
  const { outgoing } = c.env;
  const size = await file.size();
  const gzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(c.req.header('accept-encoding') ?? '');
  // Compressed bytes differ each time, so they have no ranges.
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
  if (c.req.method === 'HEAD') outgoing.end();
  else {
    const end = truncated ? first + Math.floor((last + 1 - first) / 2) - 1 : last;
    await send(c, file.bytes({ first, last: end }), gzip, truncated);
  }
  return RESPONSE_ALREADY_SENT;
};

const send = async (c: Context<Env>, bytes: AsyncIterable<Buffer>, gzip: boolean, truncated: boolean) => {
  const { outgoing, incoming } = c.env;
  const source = Readable.from(bytes, { objectMode: false });
  try {
    if (gzip) await pipeline(source, createGzip({ level: 1 }), outgoing, { end: !truncated });
    else await pipeline(source, outgoing, { end: !truncated });
    if (truncated) incoming.socket.destroySoon();
  } catch (error) {
    // The reader went away, so there is nobody to report it to. Anything else is a bug.
    if (!outgoing.destroyed) throw error;
  }
};

/** The range that the headers ask for; undefined for the whole file; 'unsatisfiable' if it begins after the end. */
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
