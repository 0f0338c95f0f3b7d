import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { usage } from '../failure/kinds.ts';
import { dialectOf } from '../service/dialect.ts';
import { proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import { makeHandlers } from './api/handlers.ts';
import { makeApi } from './api/service-api.ts';
import { Chaos } from './chaos.ts';
import { Feed } from './feed/changing-feed.ts';
import { makeFeedHost } from './feed-host.ts';
import { hostGuard, type Listener, type RequestLogEntry } from './host-guard.ts';
import { isForPage, isPagePath, listingPath, shopPath } from './page/paths.ts';
import { RequestLog } from './request-log.ts';
import { defaultContents, type Sandbox, type SandboxOptions } from './sandbox-options.ts';
import { catalogueProduct, catalogueSize } from './state/catalogue.ts';
import { firstContents } from './state/first-listings.ts';
import { History } from './state/history.ts';
import { defaultShop } from './state/shops.ts';
import { fileKeeper, noKeeper, readStateFile } from './state/state-file.ts';
import { Listings, type StoredListing, shownListing } from './state/stored-listings.ts';

interface App {
  fetch(request: Request, env: HttpBindings): Response | Promise<Response>;
}

/** Starts the service in miniature on 127.0.0.1. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const { port = 0, reopens = false } = options;
  const { products, listings: wanted, seed } = { ...defaultContents, ...options };
  const count = typeof wanted === 'number' ? wanted : wanted.length;
  const { now = () => new Date(), onRequest = () => {}, stateFile } = options;
  const { feedEveryMs: everyMs, onFeed = async () => {} } = options;
  const dialect = dialectOf(options.dialect);
  for (const [name, value] of Object.entries({ products, listings: count }))
    if (!Number.isInteger(value) || value < 0 || value > catalogueSize)
      throw new RangeError(`${name} must be a whole number from 0 to ${catalogueSize}.`);

  const contents = (stateFile && (await readStateFile(stateFile))) || firstContents(seed, wanted);
  const keeper = stateFile ? fileKeeper(stateFile, contents) : noKeeper;
  const chaos = new Chaos(seed, now, options);
  const history = new History<StoredListing>(now, () => chaos.settings.lagMs ?? 0);
  const listings = new Listings(contents, seed, history, reopens);
  const log = new RequestLog(now);
  // With port 0, the ports are known before any link is requested: only after this function has returned.
  let apiPort = port;
  let feedPort = port + 1;
  const baseUrl = () => `http://127.0.0.1:${apiPort}`;
  const feedOrigin = () => `http://127.0.0.1:${feedPort}`;
  const urlOf = (listingId: string) => baseUrl() + listingPath(listingId);
  const feed = new Feed({ listings, products, dialect, now, everyMs, onFeed, urlOf });

  const service = { dialect, now, listings, keeper, feed, chaos, log, baseUrl, feedOrigin, urlOf };
  const handlers = makeHandlers(service);
  const api = makeApi(service, handlers);
  let page: Promise<App> | undefined;
  const openPage = async (): Promise<App> => {
    const { makePage } = await import('./page/page.ts');
    return makePage(service, handlers);
  };
  const apiAndPage: App = {
    fetch: async (request, env) => {
      if (!isForPage(env.incoming)) return api.fetch(request, env);
      page ??= openPage();
      return (await page).fetch(request, env);
    },
  };
  const heard = (entry: RequestLogEntry, incoming: IncomingMessage) => {
    if (!isPagePath(entry.path)) log.add(entry, incoming);
    else if (entry.method === 'POST') log.tell();
    // Requests of the page itself are not logged.
    else return;
    onRequest(entry);
  };

  const serve = (app: App, wanted: number) => {
    // HTTP/1.1 only. The globals stay, since a sandbox may run inside another program.
    const answer = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
      overrideGlobalObjects: false,
    });
    return listen(hostGuard(answer, now, heard), wanted, port);
  };
  const apiServer = await serve(apiAndPage, port);
  apiPort = apiServer.port;
  const feedServer = await serve(makeFeedHost(service), port === 0 ? 0 : feedPort).catch(async (error) => {
    await apiServer.close();
    throw error;
  });
  feedPort = feedServer.port;
  const clock = everyMs && setInterval(() => void onFeed(), everyMs);
  let closed: Promise<void> | undefined;
  return {
    baseUrl: baseUrl(),
    page: baseUrl() + shopPath,
    feedOrigin: feedOrigin(),
    shopId: defaultShop.id,
    domain: defaultShop.domains[0],
    sku: catalogueProduct(seed, count % catalogueSize).identifiers.COMMERCE_SKU,
    listings: () => contents.listings.map(shownListing),
    close: () => {
      clearInterval(clock);
      closed ??= Promise.all([apiServer.close(), feedServer.close()]).then(keeper.settled);
      return closed;
    },
  };
};

/** Listens on 127.0.0.1 only. Port 0 takes any free port. The feed has the port after the `chosen` one. */
const listen = async (listener: Listener, port: number, chosen: number) => {
  // Idle and slow connections are dropped soon, since pages in a browser may open hundreds.
  const limits = { headersTimeout: 5_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, listener);
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw usage(
      port === chosen
        ? `Port ${port} on 127.0.0.1 is in use by another program.`
        : `Port ${chosen} is free, but port ${port} on 127.0.0.1, which serves the feed beside it, is in use by another program.`,
      proposal(
        'If that is a sandbox, use it. Otherwise choose another port with --port, or take any free one:',
        resaleLine('sandbox start', [], { port: '0' }),
      ),
      { exit: 'failed' },
    );
  }
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
};

const close = async (server: Server) => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
