import { longestCursor } from '../../client/listings.ts';
import { pageSize, states } from '../../service/constants.ts';
import { type Finding, ok, skipped } from '../finding.ts';
import type { Read } from './deployment.ts';
import type { List, Page } from './list.ts';
import { misfit, refusalWords, unknownAdvice } from './misfit.ts';
import { type SoughtParameter, soughtFinding } from './search.ts';
import type { DialectChanges } from './words.ts';

/** What shows whether a parameter of the list has an effect. */
interface Trial {
  check: string;
  parameter: SoughtParameter;
  /** What is sent with it. */
  value: string;
  /** How bad it is if it has none. */
  status: 'warning' | 'failed';
  /** Whether a page shows the effect. */
  works(page: Page): boolean;
  /** What a page shows, as a clause. */
  came(page: Page): string;
  /** What a page that shows the effect tells about other names. */
  teaches?(page: Page): DialectChanges;
}

/** Whether a page size of 1 brings one listing, if the first page can show that. */
export const pageSizeFinding = async (list: List, first: Page): Promise<Finding> => {
  const check = 'page size';
  const count = first.rows.length;
  if (!list.refusesPageSize && count <= 1 && first.hasNextPage !== true)
    return skipped(
      check,
      `the shop has ${count === 0 ? 'no' : 'only one'} listing, so this could not be checked`,
    );
  return tryParameter(
    list,
    {
      check,
      parameter: 'pageSize',
      value: '1',
      status: 'warning',
      works: ({ rows }) => rows.length === 1,
      came: ({ rows }) =>
        `brought ${rows.length === 1 ? 'one listing of several' : `${rows.length} listings`}`,
    },
    list.refusesPageSize ? undefined : first,
  );
};

/** Asks for the state that the first listing does not have. If that listing still comes, the filter has no effect. */
export const stateFinding = async (list: List, [row]: Page['rows']): Promise<Finding> => {
  const { constant } = list.deployment.dialect;
  const check = 'state filter';
  if (row === undefined) return skipped(check, 'the shop has no listing, so this could not be checked');
  const { state } = row;
  const other = states.find((known) => known !== state);
  if (other === undefined || !states.some((known) => known === state))
    return typeof state === 'string'
      ? misfit(
          check,
          'failed',
          `the first listing is ${state}, so a filter by ${states.join(' or ')} misses it`,
          {
            advice: unknownAdvice('state', states),
          },
        )
      : skipped(check, 'the first listing has no state, so this could not be checked');
  const onWire = list.deployment.field(list.rawRows()[0], 'state');
  const value = likeWord(other, String(state), String(onWire)) ?? constant[other] ?? other;
  const isOther = (one: Page['rows'][number]) => one.state === other || one.state === value;
  let broughtNone = false;
  const finding = await tryParameter(list, {
    check,
    parameter: 'state',
    value,
    status: 'failed',
    works({ rows }) {
      broughtNone = rows.length === 0;
      return rows.every(isOther);
    },
    teaches: ({ rows }) =>
      rows.length > 0 && constant[other] !== value ? { [`dialect.constant.${other}`]: value } : {},
    came({ rows }) {
      if (rows.length === 0) return `brought none; without it, the first listing is ${state}`;
      const stranger = rows.find((one) => !isOther(one));
      return `brought ${stranger ? `a listing that is ${stranger.state}` : `only ${other}`}`;
    },
  });
  if (finding.status !== 'ok' || !broughtNone) return finding;
  // That may be since the shop has none, or since the filter finds nothing at all.
  const name = list.parameter('state');
  const ours = String(constant[String(state)] ?? state);
  const missed = (tried: string, one: string) =>
    misfit(check, 'failed', `brought none, though the list has a listing that is ${one}`, {
      tried: `${name}=${tried}`,
      advice: `Ask whoever runs the service what its filter calls ${one}.`,
    });
  const own = list.pageIn(await list.read({ [name]: ours }));
  if (own?.rows.length === 0) return missed(ours, String(state));
  const many = list.pageIn(await list.read({ [list.parameter('pageSize')]: String(pageSize.max) }));
  return many?.rows.some(isOther) ? missed(value, other) : finding;
};

/** What a service that says `open` for OPEN probably says for CLOSED; undefined if it says OPEN. */
const likeWord = (other: string, ours: string, onWire: string): string | undefined => {
  if (onWire === ours) return undefined;
  if (onWire.includes(ours)) return onWire.replace(ours, other);
  const lower = ours.toLowerCase();
  return onWire.includes(lower) ? onWire.replace(lower, other.toLowerCase()) : undefined;
};

/** Whether the cursor of the first page leads to other listings. */
export const cursorFinding = async (list: List, first: Page): Promise<Finding> => {
  const check = 'cursor';
  if (first.hasNextPage !== true)
    return skipped(check, 'the first page has all listings, so this could not be checked');
  const { endCursor } = first;
  if (typeof endCursor !== 'string' || endCursor === '')
    return misfit(check, 'failed', 'there is another page, but no cursor that leads to it');
  if (endCursor.length > longestCursor)
    return misfit(check, 'failed', `the cursor to the next page has ${endCursor.length} characters`);
  const before = new Set(first.rows.map(({ id }) => id));
  return tryParameter(list, {
    check,
    parameter: 'after',
    value: endCursor,
    status: 'failed',
    works: ({ rows }) => rows.length > 0 && rows.every(({ id }) => !before.has(id)),
    came: ({ rows }) =>
      rows.length === 0
        ? 'brought no listing'
        : `brought ${rows.some(({ id }) => before.has(id)) ? 'listings of the first page again' : 'the listings that follow'}`,
  });
};

/** Tries a parameter under its present name, unless a page that it brought is given, and then under others. */
const tryParameter = async (list: List, trial: Trial, given?: Page): Promise<Finding> => {
  const { check, parameter, value, status, works, came } = trial;
  const { deployment } = list;
  const read = (names: readonly string[]) =>
    readPage(list, list.read(Object.fromEntries(names.map((name) => [name, value]))));
  const present = list.parameter(parameter);
  const tried = `${present}=${value}`;
  const { page, refusal } = given ? { page: given } : await read([present]);
  const problem = page ? came(page) : (refusal as string);
  if (page && works(page)) {
    deployment.confirm(`query.${parameter}`);
    const set = deployment.adopt(trial.teaches?.(page) ?? {});
    return set ? misfit(check, 'warning', problem, { tried, set }) : ok(check, problem, { tried });
  }
  return soughtFinding(deployment, { check, parameter, status, tried, problem }, async (names) => {
    const { page } = await read(names);
    if (page === undefined) return 'refused';
    return works(page) ? 'works' : 'ignored';
  });
};

const readPage = async (list: List, read: Promise<Read>): Promise<{ page?: Page; refusal?: string }> => {
  const answer = await read;
  const page = answer.refusal ? undefined : list.pageIn(answer);
  if (page) return { page };
  return { refusal: answer.refusal ? refusalWords(answer.refusal) : 'brought no list' };
};
