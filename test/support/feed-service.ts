import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { dueAfter } from '../../src/feed/freshness.ts';
import { serveForTest } from './on-loopback.ts';

export interface ServedFile {
  bytes: Buffer;
  etag?: string;
  encoding?: string;
}

/** What a service does with its feed; a test may change it meanwhile. */
export interface FeedBehaviour {
  file: ServedFile;
  /** Once set, only the newest link leads to the file. */
  expired?: boolean;
  /** After how many bytes the connection breaks, one number for each connection; later bodies are whole. */
  cuts: number[];
  /** With a stall, what was sent arrives; with an end, nothing shows that bytes are missing. */
  cut: 'fin' | 'reset' | 'stall' | 'end';
  afterCut?: (behaviour: FeedBehaviour) => void;
  /** The answer to a request for a range: its bytes, also of another file, the whole file, or a refusal. */
  ranges: 'served' | 'careless' | 'ignored' | 'refused';
  chunked?: boolean;
}

/** A service on loopback with a feed's link and file, and the requests that came. */
export interface FeedService {
  baseUrl: string;
  behaviour: FeedBehaviour;
  links: number;
  files: IncomingHttpHeaders[];
}

interface Served extends FeedService {
  /** Which link leads to the file after the first ones expired. */
  newLink: number | undefined;
}

/** Waits for the next feed if it is due soon, since a test would ask for it, too. */
export const noFeedIsDue = async (): Promise<void> => {
  const left = dueAfter(Date.now()) - Date.now();
  if (left < 20_000) await wait(left + 1);
};

/** Starts a server for any number of services. */
export const startFeedServices = async (): Promise<(behaviour: Partial<FeedBehaviour>) => FeedService> => {
  await noFeedIsDue();
  const services = new Map<string, Served>();
  const server = createServer((request, response) => {
    const [, name = '', what = '', link] = (request.url ?? '').split(/[/?]/);
    const service = services.get(name);
    if (!service) response.writeHead(404).end();
    else if (what === 'product-feed') {
      service.links += 1;
      if (service.behaviour.expired) service.newLink = service.links;
      const url = `${service.baseUrl}/file/${service.newLink ?? 'first'}?signature=canary`;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url, version: 1 }));
    } else {
      service.files.push(request.headers);
      if (service.behaviour.expired && link !== String(service.newLink)) response.writeHead(403).end();
      else answer(request, response, service.behaviour);
    }
  });
  const url = await serveForTest(server);
  return (behaviour) => {
    const name = `service-${services.size}`;
    const service: Served = {
      baseUrl: `${url}/${name}`,
      behaviour: {
        file: { bytes: Buffer.from('[]') },
        cuts: [],
        cut: 'reset',
        ranges: 'served',
        ...behaviour,
      },
      links: 0,
      files: [],
      newLink: undefined,
    };
    services.set(name, service);
    return service;
  };
};

const answer = (request: IncomingMessage, response: ServerResponse, behaviour: FeedBehaviour): void => {
  const { bytes, etag, encoding } = behaviour.file;
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const isRange =
    from !== undefined &&
    behaviour.ranges !== 'ignored' &&
    (behaviour.ranges === 'careless' || request.headers['if-range'] === etag);
  const first = isRange ? Number(from) : 0;
  if (isRange && (behaviour.ranges === 'refused' || first >= bytes.length)) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  response.writeHead(isRange ? 206 : 200, {
    ...(etag === undefined ? {} : { etag }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    ...(isRange ? { 'content-range': `bytes ${first}-${bytes.length - 1}/${bytes.length}` } : {}),
    ...(behaviour.chunked ? {} : { 'content-length': bytes.length - first }),
  });
  const cut = behaviour.cuts.shift();
  if (cut === undefined) {
    response.end(bytes.subarray(first));
    return;
  }
  response.flushHeaders();
  response.write(bytes.subarray(first, first + cut), () => {
    const how = behaviour.cut;
    behaviour.afterCut?.(behaviour);
    if (how === 'fin') response.socket?.end();
    else if (how === 'reset') response.socket?.resetAndDestroy();
    else if (how === 'end') response.end();
  });
};
