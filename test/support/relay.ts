import { createServer, type IncomingMessage, request as requestOf } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { FaultKind } from '../../src/sandbox/fault-kinds.ts';
import { acceptedCredentials } from '../../src/sandbox/sandbox-options.ts';
import type { Answer } from './feed-host.ts';
import { serveForTest } from './on-loopback.ts';
import { canaries } from './service.ts';

/** What a relay does with a request beside handing it on. Nothing of it: it hands the request on, and the answer back. */
export interface Meddling {
  first?: () => unknown;
  /** A fault of the sandbox's own, asked for by its header. */
  fault?: FaultKind;
  /** Answers in place of the service, which never sees the request. */
  instead?: Answer;
  /** Answers in place of the service, which did what was asked. */
  afterwards?: Answer;
  /**
   * Hands a change of an inventory on twice, as a gateway does that lost the first answer, and gives back the second; a refusal of that
   * has this status.
   */
  twice?: number;
}

/** What a service waits for before it answers, and what ends that wait; the end of the test does so, too. */
export const hold = () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  onTestFinished(() => answer());
  return { held, answer };
};

/** A host in front of a sandbox that counts what passes, and tampers with it. */
interface Relay {
  url: string;
  /** Every request that came: `GET listing`, `PUT inventory {…}`. */
  lines: string[];
  /** Every request that was answered, in full: `GET /v1/listings/… 200`; `no answer` where the connection ended without one. */
  exchanges: string[];
  changes: () => number;
}

/** Starts a relay for one test. `meddle` is called with each request, how many of its method there were before, and its path. */
export const startRelay = async (
  target: string,
  meddle: (method: string, before: number, path: string) => Meddling | undefined,
): Promise<Relay> => {
  const lines: string[] = [];
  const exchanges: string[] = [];
  const seen = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await text(request);
    lines.push(`${method} ${shortPath(url)}${body && ` ${body}`}`);
    response.on('close', () => {
      const status = response.headersSent ? response.statusCode : 'no answer';
      exchanges.push(`${method} ${url} ${body && `${body.trim()} `}${status}`);
    });
    const before = seen.get(method) ?? 0;
    seen.set(method, before + 1);
    const { first, fault, instead, afterwards, twice } =
      meddle(method, before, url.replace(/\?.*/s, '')) ?? {};
    await first?.();
    if (instead) return instead(response, request);
    if (twice && method === 'PUT')
      await new Promise((resolve) => handOn(target, request, body, fault, resolve));
    handOn(target, request, body, fault, (answer) => {
      if (afterwards) return afterwards(response, request);
      if (answer === undefined) return void request.socket.destroy();
      const { statusCode = 0 } = answer;
      response.writeHead(twice && statusCode >= 400 ? twice : statusCode, answer.headers);
      answer.on('error', () => request.socket.destroy());
      answer.pipe(response);
    });
  });
  return {
    url: await serveForTest(server),
    lines,
    exchanges,
    changes: () => lines.filter((line) => !line.startsWith('GET ')).length,
  };
};

const shortPath = (url: string) =>
  url
    .replace(/^\/v1\/listings\/[^/]+/, 'listing')
    .replace('listing/inventory', 'inventory')
    .replace('/v1/', '');

/** What a sandbox takes in place of the canaries: its own keys go to this machine alone, so a shop elsewhere is given others. */
const taken = new Map([
  [canaries.clientId, acceptedCredentials.clientId],
  [canaries.apiKey, acceptedCredentials.apiKey],
]);

/** Hands a request on, and gives back what is answered: nothing where the connection broke. */
const handOn = (
  target: string,
  { method, url = '', headers }: IncomingMessage,
  body: string,
  fault: FaultKind | undefined,
  answered: (answer: IncomingMessage | undefined) => void,
) => {
  const { host, connection, 'content-length': _, ...rest } = headers;
  const out = requestOf(`${target}${url}`, {
    method,
    agent: false,
    headers: {
      ...Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, taken.get(`${value}`) ?? value]),
      ),
      'content-length': Buffer.byteLength(body),
      ...(fault ? { 'x-sandbox-fault': fault } : {}),
    },
  });
  out.on('response', answered);
  out.on('error', () => answered(undefined));
  out.end(body);
};

export const hangUp: Answer = (response) => response.socket?.destroy();

export const silence: Answer = () => {};
