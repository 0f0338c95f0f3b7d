import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Markup, markup } from '../../html/document.ts';
import type { Handlers, Service } from '../api/handlers.ts';
import { receiveBody } from '../api/input.ts';
import { FaultSpecError } from '../faults/spec.ts';
import { answerError, Refusal } from '../refusal.ts';
import type { LoggedRequest } from '../request-log.ts';
import { assets, framed } from './layout.ts';
import { offerAt } from './offer.ts';
import { chaosSettingsIn, operatorView, requestRow } from './operator-page.ts';
import { script } from './page-script.ts';
import { eventsPath, listingPath, operatorPath, shopPath } from './paths.ts';
import { listingView, shopFront, wantedIn } from './shop-page.ts';
import { style } from './style.ts';

type PageContext = Context<{ Bindings: HttpBindings }>;

/** The page loads nothing from elsewhere, runs only our script, and no other site may frame or read it. */
const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Without a referrer, browsers would send no Origin with our own forms.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Only the page's own forms may change something. Browsers send an Origin with them: the host guard refuses foreign ones, this a missing one. */
const fromOurForms: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && c.req.header('origin') === undefined)
    throw new Refusal(403, 'Only the page itself can make changes: the request has no Origin header.');
  await next();
};

const refusedView = (title: string, reason: string): Markup =>
  markup`<div class="empty"><h1>${title}</h1><p>${reason}</p><p><a href="${shopPath}">To the shop</a></p></div>`;

/** The limit of unsent events, in bytes, after which the browser must reconnect. */
const mostBehind = 4 * 1024 * 1024;

/** The limit of event streams. Other sites can make a browser open any number of them, and they never end. */
const mostStreams = 32;

export const makePage = (service: Service, handlers: Handlers): Hono<{ Bindings: HttpBindings }> => {
  const { listings, feed, chaos, log, baseUrl } = service;
  const page = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  /** Oldest first. */
  const streams = new Set<ServerResponse>();

  const shown = (
    c: PageContext,
    title: string,
    view: Markup,
    shopId = '',
    status: ContentfulStatusCode = 200,
  ) => {
    const here = c.req.path.startsWith(operatorPath) ? operatorPath : shopPath;
    return c.html(framed({ title, here, shopId, baseUrl: baseUrl() }, view), status);
  };
  const refused = (c: PageContext, title: string, reason: string, status: ContentfulStatusCode) =>
    shown(c, title, refusedView(title, reason), '', status);
  const operator = async (c: PageContext, refused?: Parameters<typeof operatorView>[2]) => {
    const { url } = await handlers.getFeedLink({});
    const view = operatorView(service, url, refused);
    return shown(c, 'Operator', view, '', refused ? 400 : 200);
  };

  page.use(async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.env.outgoing.setHeader(name, value);
    await next();
  });
  page.use(fromOurForms);
  page.onError((error, c) => {
    if (!(error instanceof Refusal)) return answerError(error, c);
    return refused(c, 'That was refused', error.message, error.status);
  });
  page.notFound((c) => refused(c, 'Not here', 'There is no such page.', 404));

  page.get('/', (c) => c.redirect(shopPath));
  page.get(assets.style, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  page.get(assets.script, (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));

  page.get(shopPath, (c) => {
    const wanted = wantedIn((name) => c.req.query(name));
    return shown(c, wanted.shop.name, shopFront(listings, wanted, baseUrl()), wanted.shop.id);
  });
  page.get(`${shopPath}/listings/:id`, (c) => {
    const offer = offerAt(listings, listings.contents.listings.indexOf(listings.get(c.req.param('id'))));
    return shown(c, `${offer.entry.productTitle} – ${offer.shop.name}`, listingView(offer), offer.shop.id);
  });
  page.post(`${shopPath}/listings/:id/buy`, async (c) => {
    const { id } = listings.get(c.req.param('id'));
    const body = { action: 'ADJUST_INVENTORY', inventoryAdjustment: -1 } as const;
    await handlers.updateInventory({ params: { id }, body });
    return c.redirect(listingPath(id), 303);
  });

  page.get(operatorPath, (c) => operator(c));
  page.post(`${operatorPath}/switches`, async (c) => {
    const fields = Object.fromEntries(new URLSearchParams(`${await receiveBody(c.env.incoming)}`));
    try {
      chaos.set(fields.off === undefined ? chaosSettingsIn(fields) : {});
    } catch (error) {
      if (error instanceof FaultSpecError) return operator(c, { fields, reason: error.message });
      throw error;
    }
    return c.redirect(`${operatorPath}#switches`, 303);
  });
  page.post(`${operatorPath}/feed`, async (c) => {
    await feed.renew();
    return c.redirect(`${operatorPath}#feed`, 303);
  });
  page.get(eventsPath, (c) => {
    const { outgoing, incoming } = c.env;
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    outgoing.flushHeaders();
    streams.add(outgoing);
    outgoing.once('close', () => streams.delete(outgoing));
    const [oldest = outgoing] = streams;
    if (streams.size > mostStreams) {
      streams.delete(oldest);
      // Destroyed, since a client that does not read would never see an end. A live page reconnects and misses nothing.
      oldest.destroy();
    }
    const send = (news?: LoggedRequest) => {
      const row = news && String(requestRow(news));
      outgoing.write(
        news
          ? `event: request\nid: ${news.number}\ndata: ${JSON.stringify(row)}\n\n`
          : 'event: change\ndata:\n\n',
      );
      if (outgoing.writableLength > mostBehind) outgoing.destroy();
    };
    // Requests since the page was made, or since an earlier connection.
    const seen = Number(incoming.headers['last-event-id'] ?? c.req.query('after') ?? log.total);
    for (const request of log.requests) if (request.number > seen) send(request);
    outgoing.once('close', log.watch(send));
    return RESPONSE_ALREADY_SENT;
  });
  return page;
};
