import { asUrl } from '../../network/url.ts';
import { endpoints } from '../../service/endpoints.ts';
import { shop } from '../../service/shop.ts';
import { storeDomainProblem } from '../../service/store-domain.ts';
import { type Finding, found, ok, skipped } from '../finding.ts';
import type { Deployment, Read } from './deployment.ts';
import { fieldReport, fieldsIn } from './fields.ts';
import { fieldsFinding, isFaultFound, misfit, namesIn, refusalWords } from './misfit.ts';
import { type Effect, likelyNames, searchName } from './search.ts';
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
    yield skipped('shop fields', 'no shop was found to judge by');
    return;
  }
  const report = fieldReport(shops, shop.shape, deployment.dialect.field, ['styles']);
  deployment.confirm(...report.seen.map((name) => `field.${name}`));
  yield fieldsFinding('shop fields', shops.length, 'shop', report, deployment.adopt(report.changes));
}

const check = 'shop lookup';

class Lookup {
  /** The shops that were found. */
  shops: readonly unknown[] = [];
  /** The last request, in words. */
  #sent = '';

  constructor(
    readonly deployment: Deployment,
    readonly domains: readonly string[],
  ) {}

  async finding(): Promise<Finding> {
    const { deployment, domains } = this;
    const [domain] = domains;
    if (domain === undefined)
      return {
        ...skipped(check, 'no domain of a store is known'),
        advice: 'Name one: --domain store.example',
      };
    let read = await this.#ask(domain);
    const tried = this.#sent;
    const refused = isRefusal(read) ? read : undefined;
    const type = refused && /\b[A-Z][A-Z0-9]*_DOMAIN\b/.exec(refused.refusal.facts.serviceMessage ?? '')?.[0];
    const set =
      type === undefined ? undefined : deployment.adopt({ 'dialect.constant.COMMERCE_DOMAIN': type });
    if (set) read = await this.#ask(domain);
    const wrong = refused && refusalWords(refused.refusal);
    // A service may not let this client look up shops at all.
    if (isRefusal(read) && !isFaultFound(read.refusal))
      return misfit(check, 'warning', refusalWords(read.refusal), { tried, set });
    if (isRefusal(read)) return this.#seek(wrong ?? '', tried, domain, () => true, set);
    await this.#find(read);
    const asked = this.#sent;
    if (this.shops.length > 0 && shopsIn(await this.#ask(nobodys)).length > 0)
      return this.#seek('brought shops, though no store has it', this.#sent, nobodys, isNone, set);
    if (wrong) return misfit(check, 'failed', `${wrong}; ${type} is taken`, { tried, set });
    if (read.value !== undefined && !Array.isArray(read.value))
      return misfit(
        check,
        'failed',
        `no list of shops came, only ${namesIn(Object.keys(fieldsIn(read.value)))}`,
        {
          tried,
          advice: 'Tell whoever runs the service.',
        },
      );
    return this.#judged(asked);
  }

  /** The finding about a lookup that was answered, and has shown no fault. */
  #judged(tried: string): Finding {
    const { deployment, domains, shops } = this;
    if (shops.length === 0)
      return {
        ...skipped(check, `no shop belongs to ${domains.join(' or ')}, so this could not be checked`),
        tried,
        advice: 'Name the domain of a store: --domain store.example',
      };
    deployment.confirm('query.shopIdentifier', 'constant.COMMERCE_DOMAIN');
    return { ...ok(check, 'brought the shop, and none for a domain that no store has'), tried };
  }

  /** Seeks the name of the parameter: the one with which a lookup of `domain` works. */
  async #seek(
    came: string,
    tried: string,
    domain: string,
    works: (read: Read) => boolean,
    set: DialectChanges | undefined,
  ): Promise<Finding> {
    const { deployment } = this;
    const taken = Object.values(deployment.dialect.query);
    // A refusal often names what it misses.
    const said = came.match(/(?<![A-Za-z_-])[A-Za-z]+(?:[A-Z_-][A-Za-z]+)+/g) ?? [];
    const names = [...new Set([...said, ...likelyNames.shopIdentifier])].filter(
      (name) => !taken.includes(name),
    );
    const name = await searchName(names, async (some): Promise<Effect> => {
      const read = await this.#askAs(some, domain);
      if (isRefusal(read)) return 'refused';
      return works(read) ? 'works' : 'ignored';
    });
    const own = name === undefined ? undefined : deployment.adopt({ 'dialect.query.shopIdentifier': name });
    if (!own)
      return misfit(check, 'failed', `${came}; these names did no better: ${names.join(', ')}`, {
        tried,
        advice: 'Ask whoever runs the service for its name, and set dialect.query.shopIdentifier.',
      });
    this.shops = [];
    await this.#find(await this.#ask(this.domains[0] ?? nobodys));
    return misfit(check, 'failed', `${came}; ${name} has the effect`, { tried, set: { ...set, ...own } });
  }

  /** Keeps the shops of an answer, or else those of the other domains. */
  async #find(read: Read): Promise<void> {
    this.shops = shopsIn(read);
    for (const domain of this.domains.slice(1))
      if (this.shops.length === 0) this.shops = shopsIn(await this.#ask(domain));
  }

  #ask(domain: string): Promise<Read> {
    return this.#askAs([this.deployment.dialect.query.shopIdentifier ?? 'shopIdentifier'], domain);
  }

  #askAs(names: readonly string[], domain: string): Promise<Read> {
    const { query, constant } = this.deployment.dialect;
    const sent = Object.fromEntries([
      [query.shopIdentifierType, constant.COMMERCE_DOMAIN],
      ...names.map((name) => [name, domain]),
    ]);
    this.#sent = Object.entries(sent)
      .map((pair) => pair.join('='))
      .join('&');
    return this.deployment.read(path, sent);
  }
}

/** A service may also answer 404 if it knows no such shop. */
const isRefusal = (read: Read): read is Extract<Read, { refusal: object }> =>
  read.refusal !== undefined && read.refusal.facts.status !== 404;

const shopsIn = ({ value }: Read): readonly unknown[] => (Array.isArray(value) ? value : []);

const isNone = (read: Read): boolean => shopsIn(read).length === 0;

/** Domains under which a store may be known: the host of the first product's address, and what that is part of. */
const domainsIn = ({ dialect }: Deployment, products: readonly unknown[]): readonly string[] => {
  const address = fieldsIn(products[0])[dialect.field.productURL ?? 'productURL'];
  const host = asUrl(typeof address === 'string' ? address : '')?.hostname ?? '';
  return [host, host.split('.').slice(1).join('.')].filter(
    (domain) => storeDomainProblem(domain) === undefined,
  );
};
