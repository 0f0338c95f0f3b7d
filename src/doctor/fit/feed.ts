import { endpoints } from '../../service/endpoints.ts';
import { feedLink, product } from '../../service/feed.ts';
import { type Finding, found, ok, skipped } from '../finding.ts';
import type { Deployment, Read } from './deployment.ts';
import { fieldReport, fieldsIn } from './fields.ts';
import { fieldsFinding, misfit, refusalWords } from './misfit.ts';

const { path } = endpoints.getFeedLink;
const version = 1;
const optional = Object.entries(product.shape)
  .filter(([, schema]) => schema.safeParse(undefined).success)
  .map(([name]) => name);

/** What ends a look at the feed: there is no link in the answer. */
class NoLink extends Error {}

/**
 * Whether there is a link to a feed, and whether its first products have the documented fields. One read, and the beginning of a
 * file from its own host. Ends with these products as they came.
 */
export async function* feedFindings(deployment: Deployment): AsyncGenerator<Finding, readonly unknown[]> {
  let entries: readonly unknown[] | undefined;
  let bytes = 0;
  let answer: Read | undefined;
  const askLink = async (): Promise<string> => {
    answer = await deployment.readOnce(path);
    const { value, refusal } = answer;
    if (refusal) throw refusal;
    const parts = fieldsIn(value);
    const url = parts[deployment.dialect.field.url ?? 'url'] ?? parts.url;
    if (typeof url !== 'string') throw new NoLink();
    return url;
  };
  yield await found('feed link', async () => {
    const tried = `GET ${path}`;
    try {
      ({ entries, bytes } = await deployment.service.glimpse(askLink));
    } catch (error) {
      if (error instanceof NoLink)
        return misfit('feed link', 'failed', `the answer has no link, only ${namesOf(answer?.value)}`, {
          tried,
          advice: 'If the link has another name there, set dialect.field.url.',
        });
      // A service without a feed for this client is no misfit of the profile.
      if (answer?.refusal) return misfit('feed link', 'warning', refusalWords(answer.refusal), { tried });
      throw error;
    }
    const { extra } = fieldReport([answer?.value], feedLink.shape, deployment.dialect.field);
    const said = fieldsIn(answer?.value)[deployment.dialect.field.version ?? 'version'] ?? version;
    const others = extra.length > 0 ? `; not documented: ${extra.join(', ')}` : '';
    if (said !== version)
      return misfit(
        'feed link',
        'warning',
        `its version is ${String(said)}, and only ${version} is documented${others}`,
        {
          tried,
          advice: 'Compare the feed with its documentation: resale feed fetch --check',
        },
      );
    return {
      ...ok('feed link', `the file begins as a feed does; ${bytes} bytes of it were received${others}`),
      tried,
    };
  });
  yield productsFinding(deployment, entries);
  return entries ?? [];
}

const productsFinding = (deployment: Deployment, entries: readonly unknown[] | undefined): Finding => {
  const check = 'feed fields';
  if (entries === undefined) return skipped(check, 'there is no feed to judge by');
  if (entries.length === 0) return skipped(check, 'the feed has no product, so this could not be checked');
  const report = fieldReport(entries, product.shape, deployment.dialect.field, optional);
  deployment.confirm(...report.seen.map((name) => `field.${name}`));
  return fieldsFinding(check, entries.length, 'product', report, deployment.adopt(report.changes));
};

const namesOf = (value: unknown): string => Object.keys(fieldsIn(value)).join(', ') || 'something else';
