import type { Finding } from '../finding.ts';
import type { Deployment } from './deployment.ts';
import { misfit } from './misfit.ts';
import type { DialectChanges } from './words.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names by which services call what the interface leaves unnamed, the likeliest first. */
export const likelyNames = {
  pageSize: words(`
    limit pageSize first perPage per_page page_size size count take max maxResults max_results
    itemsPerPage page[size] num n
  `),
  state: words(`
    state status listingState listingStatus states statuses filter listing_state listing_status
    stateFilter statusFilter filterState filter[state] filter[status] availability type
  `),
  after: words(`
    after cursor pageToken page_token startingAfter starting_after nextToken next next_token
    afterCursor after_cursor endCursor startCursor from page[after] continuation
  `),
  shopIdentifier: words(`
    shopIdentifier shopIdentifierValue identifier identifierValue value domain shopDomain
    shop_identifier shop_identifier_value storeDomain commerceDomain shopId id shop_domain
    store_domain platformIdentifier
  `),
};
export type SoughtParameter = keyof typeof likelyNames;

/** How many names are tried one by one at a service that refuses what it does not know. */
export const mostSingleTries = 8;

/** What a request with some names has shown: that one of them works, that none does, or that the service refuses them. */
export type Effect = 'works' | 'ignored' | 'refused';

/**
 * Finds the one name that works: all are tried in one request, then half of those that are left. A service that refuses
 * unknown names is asked for the likeliest one by one. Undefined if none works.
 */
export const searchName = async (
  names: readonly string[],
  tryNames: (names: readonly string[]) => Promise<Effect>,
): Promise<string | undefined> => {
  const all = await tryNames(names);
  if (all === 'ignored') return undefined;
  if (all === 'refused') {
    for (const name of names.slice(0, mostSingleTries)) if ((await tryNames([name])) === 'works') return name;
    return undefined;
  }
  let left = names;
  let isTried = names.length === 1;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    isTried = (await tryNames(half)) === 'works';
    left = isTried ? half : left.slice(half.length);
  }
  // The last one may only be what was left over.
  return isTried || (await tryNames(left)) === 'works' ? left[0] : undefined;
};

/** A parameter that has no effect under its present name. */
interface Sought {
  check: string;
  parameter: SoughtParameter;
  /** How bad that is. */
  status: 'warning' | 'failed';
  /** What was sent. */
  tried: string;
  /** What came of it, as a clause. */
  problem: string;
  /** Names to try before the likely ones. */
  said?: readonly string[];
  /** What else was found by then. */
  set?: DialectChanges | undefined;
}

/** Seeks the deployment's name for a parameter, and adopts it. */
export const soughtFinding = async (
  deployment: Deployment,
  { check, parameter, status, tried, problem, said = [], set }: Sought,
  tryNames: (names: readonly string[]) => Promise<Effect>,
): Promise<Finding> => {
  const taken = Object.values(deployment.dialect.query);
  const names = [...new Set([...said, ...likelyNames[parameter]])].filter((name) => !taken.includes(name));
  let singles = 0;
  const name = await searchName(names, (some) => {
    if (some.length === 1) singles += 1;
    return tryNames(some);
  });
  const own = name === undefined ? undefined : deployment.adopt({ [`dialect.query.${parameter}`]: name });
  if (own) return misfit(check, status, `${problem}; ${name} works`, { tried, set: { ...set, ...own } });
  const others = singles === mostSingleTries ? names.slice(0, mostSingleTries) : names;
  const advice = `Ask whoever runs the service for its name, and set dialect.query.${parameter}.`;
  return misfit(check, status, `${problem}; none of these worked: ${others.join(', ')}`, {
    tried,
    advice,
  });
};
