import type { IncomingMessage } from 'node:http';

/** The path of the shop for buyers. Neither this path nor the operator's is one of the service. */
export const shopPath = '/shop';

export const operatorPath = '/operator';

/** The event stream of the page. */
export const eventsPath = `${operatorPath}/events`;

export const listingPath = (id: string): string => `${shopPath}/listings/${id}`;

export const isPagePath = (path: string): boolean =>
  [shopPath, operatorPath].includes(/^\/[^/?]*/.exec(path)?.[0] ?? '');

/** Whether a request is for the page. For browsers, this includes the root, which is no path of the service. */
export const isForPage = ({ url = '', headers: { accept = '' } }: IncomingMessage): boolean =>
  isPagePath(url) || (url === '/' && accept.includes('text/html'));
