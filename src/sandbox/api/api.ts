import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Dialect } from '../../service/dialect.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { type EndpointName, endpoints } from '../../service/endpoints.ts';
import { endpointTranslation } from '../../service/translation.ts';
import {
  faultOf,
  hangUp,
  markFault,
  pause,
  reset,
  sendHalf,
  serverError,
  slowMilliseconds,
  tooManyRequests,
} from '../faults/fault-answers.ts';
import type { ChooseFault } from '../faults/fault-choice.ts';
import { answerError, answerUnknownPath, Refusal, refuse } from '../refusal.ts';
import { type Credentials, keyCheck, rateLimit } from './access.ts';
import { readBody } from './body.ts';
import type { Answers } from './handlers.ts';
import { inputReader } from './input.ts';

/** What the API is made with. */
export interface ApiParts {
  answers: Answers;
  credentials: Credentials;
  dialect: Dialect;
  now: () => Date;
  latencyMs: number;
  chooseFault: ChooseFault | undefined;
}

type Step = MiddlewareHandler<ApiEnv>;

const table: Readonly<Record<EndpointName, Endpoint>> = endpoints;
const names = Object.keys(table) as EndpointName[];

/** Every endpoint of the table, each request judged in the same steps. */
export const makeApi = ({ answers, credentials, dialect, now, latencyMs, chooseFault }: ApiParts) => {
  const api = new Hono<ApiEnv>();
  api.onError(answerError);
  api.notFound(answerUnknownPath);
  api.use(delay(latencyMs));
  const readers = new Map(names.map((name) => [name, inputReader(table[name], dialect)]));
  const translations = new Map(names.map((name) => [name, endpointTranslation(table[name], dialect)]));
  const steps = [checkKeys(credentials, dialect), limitRate(now), takeBody];
  if (chooseFault) steps.push(apiFaults(chooseFault));
  for (const path of new Set(names.map((name) => table[name].path)))
    api.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), findEndpoint(path), ...steps, async (c) => {
      const name = c.get('endpoint');
      const query = new URLSearchParams(c.env.incoming.url?.split('?', 2)[1]);
      const input = readers.get(name)?.({ params: c.req.param(), query, body: c.get('body') });
      const answer = answers[name] as (checked: unknown) => unknown;
      return c.json(translations.get(name)?.answer.toWire(await answer(input)) as object);
    });
  return api;
};

/** What is asked for is done first and answered late, so that a closed sandbox changes nothing any more. */
const delay =
  (latencyMs: number): Step =>
  async (_, next) => {
    await next();
    if (latencyMs > 0) await pause(latencyMs);
  };

const findEndpoint = (path: string): Step => {
  const here = names.filter((name) => table[name].path === path);
  const Allow = here.map((name) => table[name].method).join(', ');
  return async (c, next) => {
    const name = here.find((candidate) => table[candidate].method === c.req.method);
    if (name === undefined) throw new Refusal(405, `This path takes ${Allow} alone.`, { Allow });
    c.set('endpoint', name);
    await next();
  };
};

const checkKeys = (credentials: Credentials, dialect: Dialect): Step => {
  const check = keyCheck(credentials, dialect);
  return async (c, next) => {
    check(c.env.incoming.headers);
    await next();
  };
};

/** One pair of keys is accepted, so one count for each endpoint is the client's. */
const limitRate = (now: () => Date): Step => {
  const limits = new Map(
    names.map((name) => {
      const { requestsPerMinute } = table[name];
      return [name, requestsPerMinute === undefined ? undefined : rateLimit(requestsPerMinute, now)];
    }),
  );
  return async (c, next) => {
    limits.get(c.get('endpoint'))?.();
    await next();
  };
};

const takeBody: Step = async (c, next) => {
  c.set('body', table[c.get('endpoint')].body ? await readBody(c.env.incoming) : Buffer.alloc(0));
  await next();
};

/** What the steps of answering an API request hand on to one another. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { endpoint: EndpointName; body: Buffer };
}

/** Lets requests meet their faults, before or after what they ask for was done. */
export const apiFaults =
  (choose: ChooseFault): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const fault = faultOf(c.env, choose, { path: c.env.incoming.url ?? '', body: c.get('body') });
    markFault(c.env, fault);
    if (fault.kind === 'reset') return reset(c.env);
    if (fault.kind === '429') throw tooManyRequests();
    if (fault.kind === '500' && !fault.late) throw serverError();
    await next();
    const done = c.res;
    // Hono would put the headers of the answer that was to be into the one that is.
    c.res = undefined;
    if (fault.kind === '500') c.res = refuse(c, serverError());
    else if (fault.kind === 'lost-answer') c.res = hangUp(c.env);
    else if (fault.kind === 'truncate') c.res = await sendHalf(c.env, done);
    else c.res = done;
    if (fault.kind === 'slow') await pause(slowMilliseconds);
    return undefined;
  };
