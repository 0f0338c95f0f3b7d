import { asUrl } from '../../network/url.ts';
import { endpoints } from '../../service/endpoints.ts';
import { shop } from '../../service/shop.ts';
import { storeDomainProblem } from '../../service/store-domain.ts';
import { type Check, type CheckResult, ok, skipped } from '../check.ts';
import { type Deployment, fieldsIn, type Read } from './deployment.ts';
import { compare, fieldsOutcome, nameAdvice, namesIn, refused } from './fields.ts';

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
      return ok('brought the shop', { tried });
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
