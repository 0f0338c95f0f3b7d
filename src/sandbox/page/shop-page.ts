import { type Markup, markup } from '../../html/document.ts';
import { type Condition, conditionMeanings, type State, states } from '../../service/constants.ts';
import { asWords, capitalized } from '../../words/counted.ts';
import { resaleLine } from '../../words/resale-line.ts';
import { type SandboxShop, sandboxShops } from '../state/shops.ts';
import type { Listings } from '../state/stored-listings.ts';
import { link } from './layout.ts';
import { type Offer, offersOn } from './offer.ts';
import { listingPath, shopPath } from './paths.ts';
import { picture } from './picture.ts';

interface Wanted {
  shop: SandboxShop;
  state: State | 'ALL';
  page: number;
}

const stateWords = { OPEN: 'On sale', CLOSED: 'Closed', ALL: 'All' } as const;

const hrefOf = ({ shop, state, page }: Wanted): string =>
  `${shopPath}?${new URLSearchParams({ shop: shop.id, state, ...(page > 1 ? { page: String(page) } : {}) })}`;

/** Parses the query of the shop's address. Invalid values count as missing. */
export const wantedIn = (query: (name: string) => string | undefined): Wanted => ({
  shop: sandboxShops.find(({ id }) => id === query('shop')) ?? (sandboxShops[0] as SandboxShop),
  state: [...states, 'ALL' as const].find((state) => state === query('state')) ?? 'OPEN',
  page: Number(/^[1-9]\d{0,5}$/.exec(query('page') ?? '')?.[0] ?? 1),
});

/** A shop's front: its listings, newest first. */
export const shopFront = (listings: Listings, wanted: Wanted, baseUrl: string): Markup => {
  const { shop, state, page } = wanted;
  const { offers, counts, pages } = offersOn(listings, {
    shopId: shop.id,
    state: state === 'ALL' ? undefined : state,
    page,
  });
  const countOf = { ...counts, ALL: counts.OPEN + counts.CLOSED };
  const others = sandboxShops.filter((other) => other !== shop);
  return markup`<div id="shelf" data-live>
<div class="choices"><h1>${shop.name}</h1>
<nav aria-label="States">${(['OPEN', 'CLOSED', 'ALL'] as const).map((other) => link(hrefOf({ shop, state: other, page: 1 }), markup`${stateWords[other]} <span class="count">${countOf[other]}</span>`, other === state))}</nav>
</div>
${offers.length === 0 ? emptyShelf(countOf[state] > 0, state, baseUrl) : markup`<ul class="cards">${offers.map(card)}</ul>`}
${pages === 1 ? '' : pager(wanted, pages)}
<nav class="others" aria-label="Other shops"><span>Other shops:</span>${others.map((other) => link(hrefOf({ shop: other, state, page: 1 }), other.name, false))}</nav>
</div>`;
};

const emptyShelf = (isElsewhere: boolean, state: Wanted['state'], baseUrl: string): Markup =>
  isElsewhere
    ? markup`<p class="empty">There is nothing on this page. The first page has more.</p>`
    : markup`<div class="empty"><h2>Nothing ${state === 'CLOSED' ? 'is closed' : 'is on sale'} here</h2>${
        state === 'CLOSED'
          ? markup`<p>A listing closes when its last piece is sold.</p>`
          : markup`<p>What you list appears here at once:</p><p><code>${resaleLine('listings create', [], { profile: 'sandbox', baseUrl })}</code></p>`
      }</div>`;

const card = (offer: Offer): Markup => {
  const { listing, entry, title, price } = offer;
  const isClosed = listing.state === 'CLOSED';
  const facts = [entry.size, capitalized(asWords(listing.creation.condition))].filter(Boolean).join(' · ');
  return markup`<li><a class="card${isClosed ? ' closed' : ''}" href="${listingPath(listing.id)}">${picture(offer, 0, true)}<span class="brand">${entry.brand}</span><span class="title">${title}</span><span class="facts">${facts}</span><span class="price">${isClosed ? 'No longer for sale' : price}</span></a></li>
`;
};

const pager = (wanted: Wanted, pages: number): Markup => {
  const { page } = wanted;
  const to = (number: number, word: string) =>
    number < 1 || number > pages
      ? markup`<span></span>`
      : link(hrefOf({ ...wanted, page: number }), word, false);
  return markup`<nav class="pager" aria-label="Pages">${to(Math.min(page - 1, pages), '← Newer')}<span>Page ${page} of ${pages}</span>${to(page + 1, 'Older →')}</nav>`;
};

const shownElsewhere = new Set(['title', 'categories', 'brand', 'size', 'color', 'colour']);

export const listingView = (offer: Offer): Markup => {
  const { listing, shop, entry, title, price } = offer;
  const { state, availableInventory: stock, creation } = listing;
  const condition: Condition = creation.condition;
  const facts = [
    [
      'Condition',
      markup`${capitalized(asWords(condition))}: <span class="soft">${conditionMeanings[condition]}</span>`,
    ],
    ['Size', entry.size],
    ['Colour', entry.color ?? creation.manualProductOptions?.colour],
    ['Category', entry.categories?.join(', ')],
    ...Object.entries(creation.manualProductOptions ?? {}).filter(([name]) => !shownElsewhere.has(name)),
  ] as const;
  return markup`<nav aria-label="Way back" class="back"><a href="${hrefOf({ shop, state: 'OPEN', page: 1 })}">← All of ${shop.name}</a></nav>
<article class="item">
<div class="gallery${state === 'CLOSED' ? ' closed' : ''}">${creation.images.slice(0, 8).map((_, number) => picture(offer, number, false))}</div>
<div class="about">
<p class="brand">${entry.brand}</p>
<h1>${title}</h1>
<div id="offer" data-live>${
    state === 'CLOSED'
      ? markup`<p class="amount">No longer for sale</p><p class="soft">This listing is closed.</p>`
      : stock === 0
        ? markup`<p class="amount">${price}</p><p class="soft">None in stock.</p>`
        : markup`<p class="amount">${price}</p><form method="post" action="${listingPath(listing.id)}/buy"><button class="buy">Buy one</button></form><p class="soft">${stock === 1 ? 'The last one' : `${stock} in stock`}. Buying takes one from its inventory, as a sale elsewhere would.</p>`
  }</div>
<dl>${facts.map(([word, fact]) => (fact === undefined || fact === '' ? '' : markup`<dt>${word}</dt><dd>${fact}</dd>`))}</dl>
${entry.productDescription === '' ? '' : markup`<p class="description">${entry.productDescription}</p>`}
${operatorFacts(offer)}
</div>
</article>`;
};

const operatorFacts = ({ listing }: Offer): Markup => {
  const { id, sku, state, availableInventory, creation } = listing;
  const { externalIdentifier, productDataSourceType, productIdentifier, metadata = {}, images } = creation;
  const facts = [
    ['Identifier', id],
    ['External identifier', externalIdentifier ?? 'none'],
    ['SKU', sku],
    ['State', `${state}, inventory ${availableInventory}`],
    ['Source', [productDataSourceType, productIdentifier].filter(Boolean).join(' ')],
    ...Object.entries(metadata).map(([name, value]) => [`Metadata: ${name}`, String(value)]),
    ...images.map(({ url, notes }, at) => [`Picture ${at + 1}`, [url, notes].filter(Boolean).join(' – ')]),
  ] as const;
  return markup`<details><summary>What the operator knows</summary><dl id="known" data-live>${facts.map(([word, fact]) => markup`<dt>${word}</dt><dd><code>${fact}</code></dd>`)}</dl></details>`;
};
