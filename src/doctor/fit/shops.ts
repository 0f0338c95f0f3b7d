import type { CallError } from '../../client/errors.ts';
import { asUrl } from '../../network/url.ts';
import { endpoints } from '../../service/endpoints.ts';
import { shop } from '../../service/shop.ts';
import { storeDomainProblem } from '../../service/store-domain.ts';
import { type Finding, found, ok, skipped } from '../finding.ts';
import type { Deployment } from './deployment.ts';
import { fieldsIn } from './fields.ts';
import { fieldsFinding, isFaultFound, misfit, namesIn, refusalWords } from './misfit.ts';
import { soughtFinding } from './search.ts';
import type { DialectChanges } from './words.ts';

const { path } = endpoints.getShops;

/** No store will ever have it: names that end like this are reserved. */
const nobodys = 'no-such-store.invalid';

/**
 * Whether shops are found by the domain of a store, and whether they have the documented fields. The domain is the one that was
 * named, else the products' addresses are tried. One to three reads; a parameter without effect is sought under other names.
 */
export async function* shopFindings(
  deployment: Deployment,
  products: readonly unknown[],
): AsyncGenerator<Finding> {
  const named = deployment.service.domain;
  const lookup = new Lookup(deployment, named === undefined ? domainsIn(deployment, products) : [named]);
  yield await found('shop lookup', () => lookup.finding());
  const { shops } = lookup;
  if (shops.length === 0) {
    yield skipped('shop fields', 'no shop was found');
    return;
  }
  yield fieldsFinding(deployment, 'shop fields', 'shop', shops, shop.shape, ['styles']);
}

const check = 'shop lookup';

/** What a lookup brought. */
interface Asked {
  /** The request, in words. */
  tried: string;
  value: unknown;
  /** A service may also answer 404 if it knows no such shop: that is none. */
  refusal: CallError | undefined;
  shops: readonly unknown[];
}

class Lookup {
  /** The shops that were found. */
  shops: readonly unknown[] = [];

  constructor(
    readonly deployment: Deployment,
    readonly domains: readonly string[],
  ) {}

  async finding(): Promise<Finding> {
    const { deployment, domains } = this;
    const [domain] = domains;
    if (domain === undefined)
      return skipped(check, 'no domain of a store is known', { advice: 'Name one: --domain store.example' });
    const first = await this.#ask(domain);
    const { tried } = first;
    const type = /\b[A-Z][A-Z0-9]*_DOMAIN\b/.exec(first.refusal?.facts.serviceMessage ?? '')?.[0];
    const set =
      type === undefined ? undefined : deployment.adopt({ 'dialect.constant.COMMERCE_DOMAIN': type });
    const asked = set ? await this.#ask(domain) : first;
    const wrong = first.refusal && refusalWords(first.refusal);
    if (asked.refusal)
      return isFaultFound(asked.refusal)
        ? this.#seek({ tried, problem: wrong ?? '', set }, domain, () => true)
        : // A service may not let this client look up shops at all.
          misfit(check, 'warning', refusalWords(asked.refusal), { tried, set });
    const last = await this.#find(asked);
    if (this.shops.length > 0) {
      const others = await this.#ask(nobodys);
      const problem = 'brought shops, though no store has it';
      if (others.shops.length > 0)
        return this.#seek({ tried: others.tried, problem, set }, nobodys, ({ shops }) => shops.length === 0);
    }
    if (wrong) return misfit(check, 'failed', `${wrong}; ${type} is accepted`, { tried, set });
    if (asked.value !== undefined && !Array.isArray(asked.value)) {
      const came = namesIn(Object.keys(fieldsIn(asked.value)));
      const advice = 'Tell whoever runs the service.';
      return misfit(check, 'failed', `no list of shops came, only ${came}`, { tried, advice });
    }
    if (this.shops.length === 0) {
      const none = `no shop belongs to ${domains.join(' or ')}, so this could not be checked`;
      return skipped(check, none, {
        tried: last.tried,
        advice: 'Name the domain of a store: --domain store.example',
      });
    }
    deployment.confirm('query.shopIdentifier', 'constant.COMMERCE_DOMAIN');
    return ok(check, 'brought the shop, and none for a domain that no store has', { tried: last.tried });
  }

  /** Seeks the name of the parameter: the one with which a lookup of `domain` works. */
  async #seek(
    seen: { tried: string; problem: string; set: DialectChanges | undefined },
    domain: string,
    works: (asked: Asked) => boolean,
  ): Promise<Finding> {
    // A refusal often names what it misses.
    const said = seen.problem.match(/(?<![A-Za-z_-])[A-Za-z]+(?:[A-Z_-][A-Za-z]+)+/g) ?? [];
    const sought = { check, parameter: 'shopIdentifier', status: 'failed', said, ...seen } as const;
    const finding = await soughtFinding(this.deployment, sought, async (names) => {
      const asked = await this.#ask(domain, names);
      if (asked.refusal) return 'refused';
      return works(asked) ? 'works' : 'ignored';
    });
    this.shops = [];
    if (finding.set) await this.#find(await this.#ask(this.domains[0] ?? nobodys));
    return finding;
  }

  /** Keeps the shops of a lookup, or else those of the other domains. Returns the last lookup. */
  async #find(asked: Asked): Promise<Asked> {
    let last = asked;
    for (const domain of this.domains.slice(1)) if (last.shops.length === 0) last = await this.#ask(domain);
    this.shops = last.shops;
    return last;
  }

  async #ask(
    domain: string,
    names: readonly string[] = [this.deployment.dialect.query.shopIdentifier ?? 'shopIdentifier'],
  ): Promise<Asked> {
    const { query, constant } = this.deployment.dialect;
    const sent = Object.fromEntries([
      [query.shopIdentifierType, constant.COMMERCE_DOMAIN],
      ...names.map((name) => [name, domain]),
    ]);
    const { value, refusal } = await this.deployment.read(path, sent);
    return {
      tried: Object.entries(sent)
        .map((pair) => pair.join('='))
        .join('&'),
      value,
      refusal: refusal?.facts.status === 404 ? undefined : refusal,
      shops: Array.isArray(value) ? value : [],
    };
  }
}

/** Domains under which a store may be known: the host of the first product's address, and what that is part of. */
const domainsIn = (deployment: Deployment, products: readonly unknown[]): readonly string[] => {
  const address = deployment.field(products[0], 'productURL');
  const host = asUrl(typeof address === 'string' ? address : '')?.hostname ?? '';
  return [host, host.split('.').slice(1).join('.')].filter(
    (domain) => storeDomainProblem(domain) === undefined,
  );
};
