import type { IncomingMessage } from 'node:http';

/** Where the shop is, as a buyer sees it. The service has no path that begins like this, nor the operator's. */
export const shopPath = '/shop';

/** Where the operator's side is. */
export const operatorPath = '/operator';

/** Where the page hears what happens. */
export const eventsPath = `${operatorPath}/events`;

/** Where a listing is in the shop. */
export const listingPath = (id: string): string => `${shopPath}/listings/${id}`;

/** Whether a path belongs to the page. */
export const isPagePath = (path: string): boolean =>
  [shopPath, operatorPath].includes(/^\/[^/?]*/.exec(path)?.[0] ?? '');

/** Whether a request is one for the page. The root is one for browsers only: the service has no such path. */
export const isForPage = ({ url = '', headers: { accept = '' } }: IncomingMessage): boolean =>
  isPagePath(url) || (url === '/' && accept.includes('text/html'));
