import { exampleIdentifier, isIdentifier } from '../service/identifier.ts';

/** `listing` is any name: an id or the beginning of one, an external identifier or a SKU. */
export interface ListingName {
  by: 'id' | 'listing' | 'externalIdentifier' | 'sku';
  value: string;
}

/** What else must be true of a row's listing. */
export interface Guard {
  state?: string | undefined;
  condition?: string | undefined;
}

export interface FittingListing extends Guard {
  id: string;
  inventory: number;
}

const kinds = { id: 'id', listing: 'name', externalIdentifier: 'external identifier', sku: 'SKU' } as const;

/** Names a listing in a message: `the id 7d0f…`, `the SKU COAT-1`, `the name COAT-1`. */
export const formatListingName = (name: ListingName | undefined): string =>
  name ? `the ${kinds[name.by]} ${name.value}` : '';

/** `7d0f5a32-… (OPEN, EXCELLENT, 3 for sale)` */
export const formatFittingListing = ({ id, state, condition, inventory }: FittingListing): string => {
  const facts = [state, condition, Number.isNaN(inventory) ? undefined : `${inventory} for sale`];
  return `${id} (${facts.filter((fact) => fact !== undefined).join(', ')})`;
};

const fewest = 6;

/** Whether a text can begin an id: at least six characters, all letters of one case as in a copied id. */
export const isBeginningOfId = (text: string): boolean =>
  text.length >= fewest &&
  isIdentifier(text + exampleIdentifier.slice(text.length)) &&
  (text === text.toLowerCase() || text === text.toUpperCase());

/** The name that a text means. A narrow table shortens an id with an ellipsis. */
export const anyNameIn = (text: string): ListingName => {
  if (isIdentifier(text)) return { by: 'id', value: text };
  const uncut = text.replace(/(…|\.\.\.)$/, '');
  return { by: 'listing', value: isBeginningOfId(uncut) ? uncut : text };
};
