import { feedVersion } from '../../service/constants.ts';
import { endpoints } from '../../service/endpoints.ts';
import { feedLink, optionalProductFields, product } from '../../service/feed.ts';
import { type Finding, found, ok, skipped } from '../finding.ts';
import type { Deployment, Read } from './deployment.ts';
import { fieldReport, fieldsIn } from './fields.ts';
import { fieldsFinding, misfit, namesIn, refusalWords } from './misfit.ts';

const { path } = endpoints.getFeedLink;

/** What ends a look at the feed: there is no link in the answer. */
class NoLink extends Error {}

/**
 * Whether there is a link to a feed, and whether its first products have the documented fields. One read, and the beginning of a
 * file from its own host. Returns these products as they came.
 */
export async function* feedFindings(deployment: Deployment): AsyncGenerator<Finding, readonly unknown[]> {
  const check = 'feed link';
  const tried = `GET ${path}`;
  let products: readonly unknown[] | undefined;
  let answer: Read | undefined;
  const askLink = async (): Promise<string> => {
    answer = await deployment.readOnce(path);
    if (answer.refusal) throw answer.refusal;
    const url = deployment.field(answer.value, 'url');
    if (typeof url !== 'string') throw new NoLink();
    return url;
  };
  yield await found(check, async () => {
    let bytes: number;
    try {
      ({ entries: products, bytes } = await deployment.service.glimpse(askLink));
    } catch (error) {
      if (error instanceof NoLink) {
        const names = namesIn(Object.keys(fieldsIn(answer?.value))) || 'something else';
        const advice = 'If the link has another name there, set dialect.field.url.';
        return misfit(check, 'failed', `the answer has no link, only ${names}`, { tried, advice });
      }
      // A service without a feed for this client is no misfit of the profile.
      if (answer?.refusal) return misfit(check, 'warning', refusalWords(answer.refusal), { tried });
      throw error;
    }
    const { extra } = fieldReport([answer?.value], feedLink.shape, deployment.dialect.field);
    const others = extra.length > 0 ? `; not documented: ${namesIn(extra)}` : '';
    const said = deployment.field(answer?.value, 'version') ?? feedVersion;
    if (said === feedVersion)
      return ok(check, `the file begins as a feed does; ${bytes} bytes of it were received${others}`, {
        tried,
      });
    const advice = `Compare the feed with its documentation: ${deployment.service.here('feed fetch', [], { check: true })}`;
    const came = `its version is ${String(said)}, and only ${feedVersion} is documented${others}`;
    return misfit(check, 'warning', came, { tried, advice });
  });
  yield productsFinding(deployment, products);
  return products ?? [];
}

const productsFinding = (deployment: Deployment, products: readonly unknown[] | undefined): Finding => {
  const check = 'feed fields';
  if (products === undefined) return skipped(check, 'no feed came');
  if (products.length === 0) return skipped(check, 'the feed has no product, so this could not be checked');
  return fieldsFinding(deployment, check, 'product', products, product.shape, optionalProductFields());
};
