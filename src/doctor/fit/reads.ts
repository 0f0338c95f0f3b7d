import type { Invocation } from '../../line/invocation.ts';
import { asUrl, storeDomainProblem } from '../../service/addresses.ts';
import { conditions, feedVersion, states } from '../../service/constants.ts';
import { endpoints } from '../../service/endpoints.ts';
import { listing, listingsPage, partsOfPage } from '../../service/listing-schemas.ts';
import { feedLink, optionalProductFields, product } from '../../service/product.ts';
import { shop } from '../../service/shop-lookup.ts';
import { proposal } from '../../words/advice.ts';
import { type Check, type CheckResult, ok, skipped, warning } from '../examine.ts';
import { compare, fieldsOutcome, nameAdvice, namesIn, refused } from './compare-fields.ts';
import { type Deployment, fieldsIn, type Read } from './deployment.ts';

export function* listingChecks(deployment: Deployment, { value: page, refusal }: Read): Generator<Check> {
  const name = 'listing fields';
  let rows: readonly unknown[] = [];
  yield {
    name,
    needs: refusal ? ['request'] : [],
    run() {
      const parts = compare(deployment, {
        objects: [page],
        shape: partsOfPage,
        areToldByForm: true,
      });
      const info = compare(deployment, {
        objects: [deployment.field(page, 'pageInfo')],
        shape: listingsPage.shape.pageInfo.shape,
        areToldByForm: true,
      });
      const listings = deployment.field(page, 'listings');
      if (!Array.isArray(listings)) {
        const names = namesIn(Object.keys(fieldsIn(page)));
        const found = `the answer holds no list: ${names === '' ? 'it is no object' : `it has ${names}`}`;
        return { status: 'failed', found, advice: 'Is the base URL that of the service?' };
      }
      rows = listings;
      const constants = { state: states, condition: conditions };
      const each = compare(deployment, { objects: rows, shape: listing.shape, constants });
      return fieldsOutcome(rows.length, 'listing', parts, info, each);
    },
  };
  yield {
    name: 'page size',
    needs: [name],
    run() {
      const tried = `${deployment.dialect.query.pageSize}=1`;
      if (rows.length > 1)
        return warning(`brought ${rows.length} listings`, nameAdvice('query.pageSize'), { tried });
      return deployment.field(deployment.field(page, 'pageInfo'), 'hasNextPage') === true
        ? ok('kept', { tried })
        : skipped('the shop has no two listings, so this could not be checked');
    },
  };
}

/** Reads the first products of the feed at a link. */
export type ReadProducts = (url: string) => Promise<readonly unknown[]>;

/** Checks the link to the feed and the beginning of the file. Returns the first products, untranslated. */
export async function* feedChecks(
  invocation: Invocation,
  deployment: Deployment,
  readProducts: ReadProducts,
): AsyncGenerator<Check, readonly unknown[]> {
  const name = 'feed link';
  const { path } = endpoints.getFeedLink;
  const tried = `GET ${path}`;
  let products: readonly unknown[] = [];
  yield {
    name,
    async run() {
      const { value, refusal } = await deployment.read(path);
      // A client without a feed is no fault of the profile.
      if (refusal) return { ...refused(refusal), status: 'warning', tried };
      const url = deployment.field(value, 'url');
      if (typeof url !== 'string') {
        const has = namesIn(Object.keys(fieldsIn(value))) || 'something else';
        const found = `the answer has no link, only ${has}`;
        return { status: 'failed', found, advice: nameAdvice('field.url'), tried };
      }
      products = await readProducts(url);
      const version = deployment.field(value, 'version') ?? feedVersion;
      if (version !== feedVersion)
        return warning(
          `its version is ${String(version)}, and only ${feedVersion} is documented`,
          proposal(
            'Compare the feed with its documentation:',
            invocation.here('feed fetch', [], { check: true }),
          ),
          { tried },
        );
      const link = compare(deployment, { objects: [value], shape: feedLink.shape, optional: ['version'] });
      return { ...fieldsOutcome(1, 'link', link), tried };
    },
  };
  yield {
    name: 'feed fields',
    needs: [name],
    run() {
      const optional = optionalProductFields();
      const each = compare(deployment, { objects: products, shape: product.shape, optional });
      return fieldsOutcome(products.length, 'product', each);
    },
  };
  return products;
}

/** Looks up the shop of the named store, or of the store whose products are in the feed. */
export function* shopChecks(
  deployment: Deployment,
  domain: string | undefined,
  products: readonly unknown[],
): Generator<Check> {
  const name = 'shop lookup';
  let shops: readonly unknown[] = [];
  yield {
    name,
    async run() {
      const domains = domain === undefined ? domainsIn(deployment, products) : [domain];
      if (domains.length === 0)
        return skipped('no domain of a store is known', { advice: 'Name one: --domain store.example' });
      let last: Read & { tried: string } = { value: [], tried: '' };
      let corrected: CheckResult | undefined;
      for (const one of domains) {
        last = await lookUp(deployment, one);
        const { refusal } = last;
        const [type] = /\b[A-Z][A-Z0-9]*_DOMAIN\b/.exec(refusal?.facts.serviceMessage ?? '') ?? [];
        const set = deployment.adopt(type === undefined ? {} : { 'dialect.constant.COMMERCE_DOMAIN': type });
        if (refusal && Object.keys(set).length > 0) {
          const { found } = refused(refusal);
          corrected = { status: 'failed', found: `${found}; ${type} is accepted`, tried: last.tried, set };
          last = await lookUp(deployment, one);
        }
        shops = Array.isArray(last.value) ? last.value : [];
        if (shops.length > 0) break;
      }
      const { tried, refusal, value } = last;
      const status = refusal?.facts.status;
      if (refusal && status !== 404)
        return status === 400
          ? { ...refused(refusal), tried, advice: nameAdvice('query.shopIdentifier') }
          : // A service may not let this client look up shops at all.
            { ...refused(refusal), status: 'warning', tried };
      if (corrected) return corrected;
      if (value !== undefined && !Array.isArray(value))
        return {
          status: 'failed',
          found: `no list of shops came, only ${namesIn(Object.keys(fieldsIn(value)))}`,
          tried,
        };
      if (shops.length === 0)
        return skipped(`no shop belongs to ${domains.join(' or ')}, so this could not be checked`, {
          tried,
          advice: 'Name the domain of a store: --domain store.example',
        });
      deployment.confirm('dialect.constant.COMMERCE_DOMAIN');
      return ok('found the shop', { tried });
    },
  };
  yield {
    name: 'shop fields',
    needs: [name],
    run() {
      const each = compare(deployment, { objects: shops, shape: shop.shape, optional: ['styles'] });
      return fieldsOutcome(shops.length, 'shop', each);
    },
  };
}

const lookUp = async (deployment: Deployment, domain: string): Promise<Read & { tried: string }> => {
  const { query, constant } = deployment.dialect;
  const sent = {
    [`${query.shopIdentifierType}`]: `${constant.COMMERCE_DOMAIN}`,
    [`${query.shopIdentifier}`]: domain,
  };
  const tried = Object.entries(sent)
    .map((pair) => pair.join('='))
    .join('&');
  return { tried, ...(await deployment.read(endpoints.getShops.path, sent)) };
};

/** The host of the first product's address, and the domain that it is part of. */
const domainsIn = (deployment: Deployment, products: readonly unknown[]): readonly string[] => {
  const address = deployment.field(products[0], 'productURL');
  const host = asUrl(typeof address === 'string' ? address : '')?.hostname ?? '';
  return [host, host.split('.').slice(1).join('.')].filter((one) => storeDomainProblem(one) === undefined);
};
