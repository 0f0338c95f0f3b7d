import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Dialect } from '../../service/dialect.ts';
import type { Chaos } from '../chaos.ts';
import {
  delay,
  faultFor,
  markFault,
  resetConnection,
  serverError,
  slowMilliseconds,
} from '../faults/fault-answers.ts';
import type { ChosenFault } from '../faults/fault-choice.ts';
import { answerError, answerUnknownPath, Refusal } from '../refusal.ts';
import type { Feed } from './feed.ts';
import { sendFeedFile } from './send-feed-file.ts';

interface FeedHostParts {
  feed: Feed;
  dialect: Dialect;
  chaos: Chaos;
}

type Env = { Bindings: HttpBindings };

/** The host that serves the feed's files to anyone with a signed link. A request with keys is refused: this host must never see them. */
export const makeFeedHost = ({ feed, dialect, chaos }: FeedHostParts) => {
  const host = new Hono<Env>();
  host.onError(answerError);
  host.notFound(answerUnknownPath);
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
        'This link has expired, or is none of this sandbox; ask the service for a new one.',
      );
    const { chooseFault } = chaos;
    const fault: ChosenFault = chooseFault
      ? faultFor(c.env, chooseFault, {
          path: c.req.path,
          body: Buffer.from(c.req.header('range') ?? ''),
        })
      : { kind: undefined, late: false };
    // The others are those of the service.
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
