import type { Row } from './input/row.ts';

/** What a row calls its listing where it does not say its id: the external identifier or the SKU. Only for people. */
export const rowName = ({ fields: { id, externalIdentifier, sku } }: Row): string | undefined =>
  [externalIdentifier, sku].find(
    (name): name is string => typeof name === 'string' && name !== '' && (id == null || id === ''),
  );
