import { conditions, states } from '../../service/constants.ts';
import { endpoints } from '../../service/endpoints.ts';
import { sameIdentifier } from '../../service/identifier.ts';
import { listing } from '../../service/listing.ts';
import { translationsFor } from '../../service/translation.ts';
import { type Finding, found, ok, skipped } from '../finding.ts';
import type { Deployment } from './deployment.ts';
import { constantChanges, fieldsIn } from './fields.ts';
import { headersFinding } from './headers.ts';
import { List, type Page } from './list.ts';
import { fieldsFinding, misfit, namesIn, refusalWords, unknownAdvice } from './misfit.ts';
import { cursorFinding, pageSizeFinding, stateFinding } from './parameters.ts';

/**
 * Whether the list does what is asked of it, and whether its listings are as documented. Four reads if all is well; a parameter
 * without effect is sought under other names. Returns whether the service accepts the credentials.
 */
export async function* listingFindings(deployment: Deployment): AsyncGenerator<Finding, boolean> {
  const list = new List(deployment);
  let page: Page | undefined;
  let isTaken = false;
  yield await found('headers', async () => {
    const { finding, read } = await headersFinding(deployment, () => list.readFirst());
    isTaken = read.refusal?.refusesCredentials !== true;
    if (read.refusal && isTaken)
      return misfit('headers', 'failed', `the list was ${refusalWords(read.refusal)}`, {
        error: read.refusal,
      });
    page = list.pageIn(read);
    return finding;
  });
  if (page === undefined) {
    if (isTaken && list.firstAnswer !== undefined) yield noList(list.firstAnswer);
    else yield skipped('listing fields', noPage);
    for (const check of ['page size', 'state filter', 'cursor', 'single listing'])
      yield skipped(check, noPage);
    return isTaken;
  }
  yield listingFieldsFinding(list, page);
  // The names that were found may have changed how it reads.
  const first = list.pageIn({ value: list.firstAnswer }) ?? page;
  yield await found('page size', () => pageSizeFinding(list, first));
  yield await found('state filter', () => stateFinding(list, first.rows));
  yield await found('cursor', () => cursorFinding(list, first));
  yield await found('single listing', () => singleFinding(deployment, first.rows[0]));
  return isTaken;
}

const noPage = 'no page of listings came';

const noList = (answer: unknown): Finding => {
  const names = Object.keys(fieldsIn(answer));
  const found = `the answer holds no list: ${names.length === 0 ? 'it is no object' : `it has ${namesIn(names)}`}`;
  return misfit('listing fields', 'failed', found, { advice: 'Is the base URL that of the service?' });
};

const listingFieldsFinding = (list: List, { rows }: Page): Finding => {
  const check = 'listing fields';
  const { deployment, changes } = list;
  if (rows.length === 0 && Object.keys(changes).length === 0)
    return skipped(check, 'the shop has no listing, so this could not be checked');
  const raw = list.rawRows();
  const values = (name: string) => raw.map((row) => deployment.field(row, name));
  const { constant } = deployment.dialect;
  const adoptConstants = () => ({
    ...changes,
    ...deployment.adopt({
      ...constantChanges(values('state'), states, constant),
      ...constantChanges(values('condition'), conditions, constant),
    }),
  });
  const unknown = (field: string, constants: readonly string[]) => {
    const { constant: now } = deployment.dialect;
    const known = constants.flatMap((one) => [one, now[one] ?? one]);
    const others = [...new Set(values(field))].filter(
      (value): value is string => typeof value === 'string' && !known.includes(value),
    );
    const found = `${field} comes as ${namesIn(others)}, which is not documented`;
    return others.length === 0 ? [] : [{ found, advice: unknownAdvice(field, constants) }];
  };
  const shape = rows.length === 0 ? {} : listing.shape;
  return fieldsFinding(deployment, check, 'listing', raw, shape, [], adoptConstants, () => [
    ...unknown('state', states),
    ...unknown('condition', conditions),
  ]);
};

const singleFinding = async (
  deployment: Deployment,
  row: Page['rows'][number] | undefined,
): Promise<Finding> => {
  const check = 'single listing';
  if (row === undefined) return skipped(check, 'the shop has no listing to read');
  const { id } = row;
  if (typeof id !== 'string') return skipped(check, 'the listings have no id');
  const path = endpoints.getListing.path.replace('{id}', encodeURIComponent(id));
  const tried = `GET ${path}`;
  const { value, refusal } = await deployment.read(path);
  if (refusal) return misfit(check, 'failed', refusalWords(refusal), { tried, error: refusal });
  const { body } = translationsFor(deployment.dialect);
  const said = fieldsIn(body.fromWire(value)).id;
  if (typeof said === 'string' && sameIdentifier(said, id))
    return ok(check, 'brought the same listing as the list', { tried });
  const came = typeof said === 'string' ? `another listing came: ${said}` : 'no listing came';
  return misfit(check, 'failed', came, { tried, advice: 'Tell whoever runs the service.' });
};
