import { describe, expect, test } from 'vitest';
import { BrokenPages } from '../../src/http/call-error.ts';
import {
  type ListingsSelection,
  pageQuery,
  readListing,
  readListings,
} from '../../src/http/listing-pages.ts';
import { say, startRawHost, wire } from '../support/raw-host.ts';
import { table } from '../support/table.ts';
import { clientFor, failureOf, good, id } from './calling.ts';

/** A page: the identifiers on it, and the cursor to the next; none at all on the last. */
type Page = [listings: string, cursor?: string | null];

/** A service with these pages, each found under the cursor of the one before; the first under ''. */
const serviceWith = async (pages: Readonly<Record<string, Page>>) => {
  const host = await startRawHost((socket, request) => {
    const query = new URL(request.split(' ')[1] ?? '', 'http://host').searchParams;
    const [ids, endCursor] = pages[query.get('after') ?? ''] ?? ['nobody-asked-for-this'];
    const listings = ids
      .split(' ')
      .filter(Boolean)
      .map((id) => ({ id }));
    const pageInfo = { hasNextPage: endCursor !== undefined, endCursor: endCursor ?? null };
    socket.write(wire(200, JSON.stringify({ listings, pageInfo })));
  });
  return {
    queries: () => host.requests.map((request) => /\?(\S+)/.exec(request)?.[1]),
    pages: (selection: ListingsSelection = {}) => readListings(clientFor(host.url), selection),
  };
};

/** All that reading brings: the pages as they were handed on, then how it ended. */
const reading = async (pages: ReturnType<typeof readListings>) => {
  const seen: string[] = [];
  try {
    for (;;) {
      const { done, value } = await pages.next();
      if (done) return { seen, end: value };
      seen.push(value.map(({ id }) => id).join(' '));
    }
  } catch (error) {
    if (!(error instanceof BrokenPages)) throw error;
    return { seen, broken: error.message, pagesRead: error.pagesRead };
  }
};

/** `a b >A; A: c` → the pages under their cursors; `>-` is none though there are more. */
const pagesIn = (text: string): Record<string, Page> =>
  Object.fromEntries(
    text.split('; ').map((page) => {
      const [, under = '', ids = '', , to] = /^(?:(\w): )?([a-z ]*?) ?(>(.*))?$/.exec(page) ?? [];
      return [under, to === undefined ? [ids] : [ids, to === '-' ? null : to]];
    }),
  );

test.each(
  table(`
    no listings →  → {} → {"seen":[],"end":{"repeated":0}}
    three pages → a b >A; A: c d >B; B: e → {} → {"seen":["a b","c d","e"],"end":{"repeated":0}}
    from a cursor on → a b >A; A: c → {"after":"A"} → {"seen":["c"],"end":{"repeated":0}}
    a cursor on the last page is not followed → a >A; A: b → {} → {"seen":["a","b"],"end":{"repeated":0}}
    empty pages in between → >A; A: >B; B: a → {} → {"seen":["a"],"end":{"repeated":0}}
    a listing that came already → a b >A; A: b c >B; B: a c → {} → {"seen":["a b","c"],"end":{"repeated":3}}
    a listing twice on one page → a a b → {} → {"seen":["a b"],"end":{"repeated":1}}
    a limit at the end of a page → a b >A; A: c → {"limit":2} → {"seen":["a b"],"end":{"repeated":0,"next":"A"}}
    a limit at the very end → a b → {"limit":2} → {"seen":["a b"],"end":{"repeated":0}}
    a limit in the middle of a page: no cursor leads there → a b >A; A: c d >B → {"limit":3} → {"seen":["a b","c"],"end":{"cut":true,"repeated":0}}
    a limit counts a repeated listing once → a b >A; A: b c >B; B: d → {"limit":3} → {"seen":["a b","c"],"end":{"repeated":1,"next":"B"}}
    the same cursor for ever → a >A; A: b >A → {} → {"seen":["a","b"],"broken":"AGAIN","pagesRead":2}
    a cycle of cursors → a >A; A: b >B; B: c >A → {} → {"seen":["a","b","c"],"broken":"AGAIN","pagesRead":3}
    the cursor it was asked with → A: a >A → {"after":"A"} → {"seen":["a"],"broken":"AGAIN","pagesRead":1}
    a cycle of empty pages → >A; A: >A → {} → {"seen":[],"broken":"AGAIN","pagesRead":2}
    no cursor to the next page → a >- → {} → {"seen":["a"],"broken":"LOST","pagesRead":1}
    an empty cursor → a >A; A: b > → {} → {"seen":["a","b"],"broken":"LOST","pagesRead":2}
    no cursor behind the limit → a >- → {"limit":1} → {"seen":["a"],"broken":"LOST","pagesRead":1}
  `),
)('%s', async (_, pages = '', selection = '', expected = '') => {
  const { broken, ...found } = await reading(
    (await serviceWith(pagesIn(pages))).pages(JSON.parse(selection)),
  );
  const why = {
    'the service gave the same cursor again, so its pages would never end': 'AGAIN',
    'the service says that there are more listings, but gives no cursor to them': 'LOST',
  }[broken ?? ''];
  expect({ ...found, ...(broken === undefined ? {} : { broken: why }) }).toEqual(JSON.parse(expected));
});

test.each<[string, Record<string, Page>, object]>([
  [
    'a hundred empty pages, each with a cursor of its own',
    Object.fromEntries(
      Array.from({ length: 100 }, (_, at): [string, Page] => [`${at || ''}`, ['', `${at + 1}`]]),
    ),
    { seen: [], broken: 'the service gave 51 pages in a row without a new listing', pagesRead: 51 },
  ],
  [
    'a cursor that no URL could hold',
    { '': ['a', 'A'.repeat(8193)] },
    { seen: ['a'], broken: 'the service gave a cursor of 8193 characters', pagesRead: 1 },
  ],
])('%s', async (_, pages, expected) => {
  expect(await reading((await serviceWith(pages)).pages())).toEqual(expected);
});

test('a page is asked for only when it is wanted', async () => {
  const service = await serviceWith({ '': ['a', 'A'], A: ['b', 'B'], B: ['c'] });
  const pages = service.pages();
  expect(service.queries()).toEqual([]);
  await pages.next();
  expect(service.queries()).toEqual(['limit=200']);
  await pages.next();
  expect(service.queries()).toEqual(['limit=200', 'limit=200&after=A']);
  await pages.return({ repeated: 0 });
  expect(service.queries()).toHaveLength(2);
});

test('a page holds no more than what is left to read', async () => {
  const service = await serviceWith({ '': ['a b', 'A'], A: ['c', 'B'] });
  await reading(service.pages({ limit: 3, pageSize: 2 }));
  expect(service.queries()).toEqual(['limit=2', 'limit=1&after=A']);
});

test.each<[ListingsSelection, object]>([
  [{}, { pageSize: 200 }],
  [{ limit: 7 }, { pageSize: 7 }],
  [{ limit: 700 }, { pageSize: 200 }],
  [{ limit: 7, pageSize: 5 }, { pageSize: 5 }],
  [
    { state: 'CLOSED', after: 'x' },
    { pageSize: 200, state: 'CLOSED', after: 'x' },
  ],
])('%j asks for the page %j', (selection, query) => {
  expect(pageQuery(selection)).toEqual({ query });
});

describe('one listing', () => {
  test('is known by its identifier in either case', async () => {
    const host = await startRawHost(say(wire(200, good)));
    expect(await readListing(clientFor(host.url), id.toUpperCase())).toEqual(JSON.parse(good));
  });

  test('is not believed to be another one', async () => {
    const host = await startRawHost(say(wire(200, good)));
    const other = id.replace('7', '8');
    expect((await failureOf(readListing(clientFor(host.url), other))).facts.detail).toBe(
      `the answer is about another listing (${id})`,
    );
  });
});
