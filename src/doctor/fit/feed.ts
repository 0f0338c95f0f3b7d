import { feedVersion } from '../../service/constants.ts';
import { endpoints } from '../../service/endpoints.ts';
import { feedLink, optionalProductFields, product } from '../../service/feed.ts';
import type { MakeLine } from '../../words/resale-line.ts';
import { type Check, warning } from '../check.ts';
import { type Deployment, fieldsIn, type Read } from './deployment.ts';
import { compare, fieldsOutcome, nameAdvice, namesIn, refused } from './fields.ts';

/** The first products of the feed behind the link that `askLink` brings. */
export type FirstProducts = (askLink: () => Promise<string>) => Promise<readonly unknown[]>;

/** The link to the feed, and the beginning of the file from its own host. Returns the first products as they came. */
export async function* feedChecks(
  deployment: Deployment,
  products: FirstProducts,
  here: MakeLine,
): AsyncGenerator<Check, readonly unknown[]> {
  const name = 'feed link';
  const { path } = endpoints.getFeedLink;
  const tried = `GET ${path}`;
  let came: readonly unknown[] = [];
  yield {
    name,
    async run() {
      let read: Read | undefined;
      try {
        came = await products(async () => {
          read = await deployment.read(path);
          const url = deployment.field(read.value, 'url');
          if (typeof url !== 'string') throw new NoLink();
          return url;
        });
      } catch (error) {
        if (!(error instanceof NoLink)) throw error;
        // A service without a feed for this client is no misfit of the profile.
        if (read?.refusal) return { ...refused(read.refusal), status: 'warning', tried };
        const has = namesIn(Object.keys(fieldsIn(read?.value))) || 'something else';
        return {
          status: 'failed',
          found: `the answer has no link, only ${has}`,
          advice: nameAdvice('field.url'),
          tried,
        };
      }
      const version = deployment.field(read?.value, 'version') ?? feedVersion;
      if (version !== feedVersion)
        return warning(
          `its version is ${String(version)}, and only ${feedVersion} is documented`,
          `Compare the feed with its documentation: ${here('feed fetch', [], { check: true })}`,
          { tried },
        );
      const link = compare(deployment, {
        objects: [read?.value],
        shape: feedLink.shape,
        optional: ['version'],
      });
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

/** What ends a look at the feed: there is no link in the answer. */
class NoLink extends Error {}
