import type { AnswerFault } from '../fault.ts';
import { due } from '../wire.ts';

interface Page {
  listings: unknown[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

const paged = (
  name: string,
  page: (right: Page, asked: string | null) => unknown,
  more: Partial<AnswerFault> = {},
): AnswerFault => ({
  group: 'broken pages',
  name,
  change: 'accepted',
  exits: [1],
  only: 'pages',
  answer: (socket, { said, request: { url } }) =>
    void socket.write(due({ status: 200, body: page(said.body as Page, url.searchParams.get('after')) })),
  ...more,
});

const pageInfo = (right: Page, info: object) => ({ ...right, pageInfo: { hasNextPage: true, ...info } });

/** The list's pages lead in a circle, or nowhere. */
export const brokenPages: readonly AnswerFault[] = [
  paged('the same cursor for ever', (right) => pageInfo(right, { endCursor: 'again' })),
  paged('cursors in a circle', (right, asked) => pageInfo(right, { endCursor: asked === 'a' ? 'b' : 'a' })),
  paged('more, and no cursor', (right) => pageInfo(right, {})),
  paged('more, and null for a cursor', (right) => pageInfo(right, { endCursor: null })),
  paged('more, and an empty cursor', (right) => pageInfo(right, { endCursor: '' })),
  paged('a cursor that is a number', (right) => pageInfo(right, { endCursor: 7 })),
  paged('no word of further pages', ({ listings }) => ({ listings })),
  paged('no listings', ({ pageInfo }) => ({ pageInfo })),
  paged('a listing without an identifier', (right) => ({ ...right, listings: [{ state: 'OPEN' }] })),
  paged('a cursor where nothing follows', (right) => right, { exits: [0] }),
  paged(
    'each listing twice',
    (right) => ({ ...right, ...(right.listings && { listings: [...right.listings, ...right.listings] }) }),
    {
      exits: [0],
    },
  ),
  paged('empty pages for ever', (_, asked) => ({
    listings: [],
    pageInfo: { hasNextPage: true, endCursor: String(Number(asked ?? 0) + 1) },
  })),
];
