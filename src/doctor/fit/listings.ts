import { conditions, states } from '../../service/constants.ts';
import { endpoints } from '../../service/endpoints.ts';
import { sameIdentifier } from '../../service/identifier.ts';
import { listing, listingsPage, partsOfPage } from '../../service/listing.ts';
import { type Check, ok, skipped, warning } from '../check.ts';
import { type Deployment, fieldsIn, type Read } from './deployment.ts';
import { compare, fieldsOutcome, nameAdvice, namesIn, refused } from './fields.ts';

export function* listingChecks(deployment: Deployment, { value: page, refusal }: Read): Generator<Check> {
  const name = 'listing fields';
  let rows: readonly unknown[] = [];
  yield {
    name,
    needs: refusal ? ['request'] : [],
    run() {
      const parts = compare(deployment, {
        objects: [page],
        shape: partsOfPage,
        areToldByForm: true,
      });
      const info = compare(deployment, {
        objects: [deployment.field(page, 'pageInfo')],
        shape: listingsPage.shape.pageInfo.shape,
        areToldByForm: true,
      });
      const listings = deployment.field(page, 'listings');
      if (!Array.isArray(listings)) {
        const names = namesIn(Object.keys(fieldsIn(page)));
        const found = `the answer holds no list: ${names === '' ? 'it is no object' : `it has ${names}`}`;
        return { status: 'failed', found, advice: 'Is the base URL that of the service?' };
      }
      rows = listings;
      const constants = { state: states, condition: conditions };
      const each = compare(deployment, { objects: rows, shape: listing.shape, constants });
      return fieldsOutcome(rows.length, 'listing', parts, info, each);
    },
  };
  yield {
    name: 'page size',
    needs: [name],
    run() {
      const tried = `${deployment.dialect.query.pageSize}=1`;
      if (rows.length > 1)
        return warning(`brought ${rows.length} listings`, nameAdvice('query.pageSize'), { tried });
      return deployment.field(deployment.field(page, 'pageInfo'), 'hasNextPage') === true
        ? ok('brought one listing of several', { tried })
        : skipped('the shop has no two listings, so this could not be checked');
    },
  };
  yield {
    name: 'single listing',
    needs: [name],
    async run() {
      const id = deployment.field(rows[0], 'id');
      if (typeof id !== 'string') return skipped('there is no listing to read');
      const path = endpoints.getListing.path.replace('{id}', encodeURIComponent(id));
      const tried = `GET ${path}`;
      const { value, refusal } = await deployment.read(path);
      if (refusal) return { ...refused(refusal), tried };
      const said = deployment.field(value, 'id');
      if (typeof said === 'string' && !sameIdentifier(said, id))
        return { status: 'failed', found: `another listing came: ${said}`, tried };
      return {
        ...fieldsOutcome(1, 'listing', compare(deployment, { objects: [value], shape: listing.shape })),
        tried,
      };
    },
  };
}
