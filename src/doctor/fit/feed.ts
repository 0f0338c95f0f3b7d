import { feedOptions } from '../../cli/feed/options.ts';
import { showDownload } from '../../cli/feed/progress.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { firstProducts } from '../../feed/newest.ts';
import { feedVersion } from '../../service/constants.ts';
import { endpoints } from '../../service/endpoints.ts';
import { feedLink, optionalProductFields, product } from '../../service/feed.ts';
import { type Check, warning } from '../check.ts';
import { type Deployment, fieldsIn } from './deployment.ts';
import { compare, fieldsOutcome, nameAdvice, namesIn, refused } from './fields.ts';

/** Checks the link to the feed and the beginning of the file. Returns the first products as they came. */
export async function* feedChecks(
  invocation: Invocation,
  deployment: Deployment,
): AsyncGenerator<Check, readonly unknown[]> {
  const name = 'feed link';
  const { path } = endpoints.getFeedLink;
  const tried = `GET ${path}`;
  let came: readonly unknown[] = [];
  yield {
    name,
    async run() {
      const { value, refusal } = await deployment.read(path);
      // A service without a feed for this client is no misfit of the profile.
      if (refusal) return { ...refused(refusal), status: 'warning', tried };
      const url = deployment.field(value, 'url');
      if (typeof url !== 'string') {
        const has = namesIn(Object.keys(fieldsIn(value))) || 'something else';
        const found = `the answer has no link, only ${has}`;
        return { status: 'failed', found, advice: nameAdvice('field.url'), tried };
      }
      came = await beginningOf(url, invocation);
      const version = deployment.field(value, 'version') ?? feedVersion;
      if (version !== feedVersion)
        return warning(
          `its version is ${String(version)}, and only ${feedVersion} is documented`,
          `Compare the feed with its documentation: ${invocation.here('feed fetch', [], { check: true })}`,
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
      const each = compare(deployment, { objects: came, shape: product.shape, optional });
      return fieldsOutcome(came.length, 'product', each);
    },
  };
  return came;
}

const beginningOf = async (url: string, invocation: Invocation): Promise<readonly unknown[]> => {
  const { observe, stop } = showDownload(invocation, true);
  observe({ kind: 'asking' });
  try {
    return await firstProducts(url, await feedOptions(invocation, 'refresh', observe));
  } finally {
    stop();
  }
};
