import type { IncomingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Dialect } from '../../service/dialect.ts';
import type { Endpoint } from '../../service/endpoint.ts';
import { type EndpointName, endpoints } from '../../service/endpoints.ts';
import { translationsFor } from '../../service/translation.ts';
import { faultMet } from '../faults/choice.ts';
import { answerWithFault, delay, sendAnswer } from '../faults/fault-answers.ts';
import { answerError, answerJson, Refusal, unknownPath } from '../refusal.ts';
import { acceptedCredentials } from '../sandbox-options.ts';
import type { Handlers, Service } from './handlers.ts';
import { inputReader, receiveJson } from './input.ts';

/** The path that makes a new feed. It needs the sandbox's keys, and is not part of the service. */
export const newFeedPath = '/_sandbox/feed';

const table: Readonly<Record<EndpointName, Endpoint>> = endpoints;
const names = Object.keys(table) as EndpointName[];

/** Serves every endpoint of the table. Each request passes: route, keys, rate limit, body, faults, rules, handler. */
export const makeApi = (service: Service, handlers: Handlers) => {
  const { dialect, chaos, feed } = service;
  const api = new Hono<{ Bindings: HttpBindings }>();
  api.onError(answerError);
  api.notFound(unknownPath);
  api.use(async (_, next) => {
    // The delay comes after the handler, so that a closed sandbox changes nothing any more.
    await next();
    await delay(chaos.settings.latencyMs);
  });
  const checkKeys = keyCheck(dialect);
  api.post(newFeedPath, async (c) => {
    checkKeys(c.env.incoming.headers);
    return answerJson(c, { generation: await feed.renew() });
  });
  const calls = new Map(names.map((name) => [name, endpointCall(name, service, handlers)]));
  for (const path of new Set(names.map((name) => table[name].path))) {
    const route = router(path);
    api.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const { incoming } = c.env;
      const name = route(c.req.method);
      checkKeys(incoming.headers);
      chaos.limitAll();
      const call = calls.get(name) as ReturnType<typeof endpointCall>;
      call.limitRate();
      const body = table[name].body ? await receiveJson(incoming) : Buffer.alloc(0);
      const handle = async () => {
        const query = new URLSearchParams(incoming.url?.split('?', 2)[1]);
        return answerJson(c, await call.handle({ params: c.req.param(), query, body }));
      };
      const { chooseFault } = chaos;
      const met = chooseFault && faultMet(incoming, chooseFault, { path: incoming.url ?? '', body });
      if (met === undefined) return handle();
      // A refusal can be lost like any other answer.
      const deliver = () => handle().catch((error: Error) => answerError(error, c));
      return answerWithFault(c, met, deliver, (own, manner) => sendAnswer(c.env, own, manner));
    });
  }
  return api;
};

/** Finds the endpoint that a method means on a path. */
const router = (path: string) => {
  const here = names.filter((name) => table[name].path === path);
  const Allow = here.map((name) => table[name].method).join(', ');
  return (method: string): EndpointName => {
    const name = here.find((candidate) => table[candidate].method === method);
    if (name === undefined) throw new Refusal(405, `This path takes only ${Allow}.`, { Allow });
    return name;
  };
};

/** The handler of an endpoint, made from its row. */
const endpointCall = (name: EndpointName, { dialect, now }: Service, handlers: Handlers) => {
  const { requestsPerMinute } = table[name];
  const readInput = inputReader(table[name], dialect);
  const { toWire } = translationsFor(dialect).body;
  const handler = handlers[name] as (input: unknown) => unknown;
  return {
    // Only one pair of keys is accepted, so a count for each endpoint is one for each client.
    limitRate: requestsPerMinute === undefined ? () => {} : rateLimit(requestsPerMinute, now),
    handle: async (parts: Parameters<typeof readInput>[0]) =>
      toWire(await handler(readInput(parts))) as object,
  };
};

/** Refuses requests with 403 unless they carry the right credentials. */
const keyCheck = ({ header }: Dialect) => {
  const names = [header.clientId, header.authenticationKey] as const;
  return (headers: IncomingHttpHeaders): void => {
    const values = names.map((name) => headers[name.toLowerCase()]);
    const missing = names.filter((_, index) => values[index] === undefined);
    if (missing.length > 0) throw new Refusal(403, `Credentials are missing: ${missing.join(' and ')}.`);
    if (values[0] !== acceptedCredentials.clientId || values[1] !== acceptedCredentials.apiKey)
      throw new Refusal(
        403,
        'The client id or the authentication key is wrong: the sandbox takes only its own.',
      );
  };
};

const windowMilliseconds = 60_000;

/** Limits requests in any 60 seconds, and refuses the others with 429. */
const rateLimit = (requestsPerMinute: number, now: () => Date) => {
  let passed: number[] = [];
  return (): void => {
    const time = now().getTime();
    passed = passed.filter((earlier) => earlier > time - windowMilliseconds);
    const [oldest] = passed;
    if (oldest !== undefined && passed.length >= requestsPerMinute) {
      const seconds = Math.ceil((oldest + windowMilliseconds - time) / 1000);
      throw new Refusal(
        429,
        `Only ${requestsPerMinute} requests a minute are allowed; try again in ${seconds} s.`,
        { 'Retry-After': String(seconds) },
      );
    }
    passed.push(time);
  };
};
