import type { IncomingMessage } from 'node:http';

/** Where the shop is, as a buyer sees it. The service has no path that begins like this, nor the operator's. */
export const shopPath = '/shop';

export const operatorPath = '/operator';

/** Where the page hears what happens. */
export const eventsPath = `${operatorPath}/events`;

export const listingPath = (id: string): string => `${shopPath}/listings/${id}`;

export const isPagePath = (path: string): boolean =>
  [shopPath, operatorPath].includes(/^\/[^/?]*/.exec(path)?.[0] ?? '');

/** Whether a request is for the page. The root belongs to it for browsers only: the service has no such path. */
export const isForPage = ({ url = '', headers: { accept = '' } }: IncomingMessage): boolean =>
  isPagePath(url) || (url === '/' && accept.includes('text/html'));
