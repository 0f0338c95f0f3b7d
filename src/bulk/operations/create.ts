import { conditions } from '../../service/constants.ts';
import { faultsIn } from '../../service/faults.ts';
import { type ListingCreation, listingCreation } from '../../service/listing.ts';
import { constantMeant, sourceMeant } from '../../service/typed-values.ts';
import { unfoldFields } from '../input/unfold.ts';
import type { Operation, OperationOptions, ReadRow } from '../operation.ts';
import { type Constants, Faults, withConstants } from './fields.ts';

const columns = [
  'shopId',
  'condition',
  'productDataSourceType',
  'productIdentifier',
  'manualProductOptions',
  'originalPrice',
  'externalIdentifier',
  'description',
  'metadata',
  'commercePlatformDomain',
  'brand',
  'images',
] as const;

const constants: Constants = {
  condition: (said) => constantMeant(conditions, said),
  productDataSourceType: sourceMeant,
};

/** Rows with the fields of the service's creation payload. Each needs an external identifier: it is how a lost answer is explained. */
export const createOperation = ({
  isCsv,
  ignoreExtra,
  derivedFrom,
  anyConstants,
}: OperationOptions): Operation => ({
  name: 'listings create',
  columns,
  isColumn: (name) => /^(manualProductOptions|metadata)\../.test(name),
  read(row): ReadRow {
    const faults = new Faults();
    faults.unknownFields(row, columns, ignoreExtra);
    const { fields, faults: unread } = isCsv ? unfoldFields(row.fields) : { fields: row.fields, faults: [] };
    const derived = derivedFrom === undefined ? {} : { externalIdentifier: `${derivedFrom}-${row.number}` };
    const payload: Record<string, unknown> = { ...derived, ...withConstants(fields, constants) };
    const unreadPaths = new Set(unread.map(({ path }) => path));
    const broken = faultsIn(listingCreation, payload, { anyConstants }).filter(
      ({ path }) => !unreadPaths.has(path),
    );
    faults.broken([...unread, ...broken], fields, constants);
    if (!payload.externalIdentifier)
      faults.said.push(
        'externalIdentifier is missing: with many rows each needs one, or --derive-external-id',
      );
    return faults.said.length > 0
      ? { faults: faults.said }
      : {
          item: {
            kind: 'create',
            payload: payload as unknown as ListingCreation & { externalIdentifier: string },
          },
        };
  },
});
