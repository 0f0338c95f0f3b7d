import { exampleIdentifier, isIdentifier } from '../service/identifier.ts';

/** What a listing is called: `listing` stands for any of its names, the beginning of its id included. */
export interface ListingName {
  by: 'id' | 'listing' | 'externalIdentifier' | 'sku';
  value: string;
}

/** What a row says of its listing besides its name. A listing of which it is not true is not the one that is meant. */
export interface Guard {
  state?: string | undefined;
  condition?: string | undefined;
}

/** A listing as messages show it to whoever has to choose between several. */
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

/** The fewest characters by which an id can be named. */
const fewest = 6;

/** Whether a text can be the beginning of an id. Capital letters are not mixed with small ones, as in any id that was copied. */
export const isBeginningOfId = (text: string): boolean =>
  text.length >= fewest &&
  isIdentifier(text + exampleIdentifier.slice(text.length)) &&
  (text === text.toLowerCase() || text === text.toUpperCase());

/** The name that a text is where any name may stand. A narrow table shows the beginning of an id with an ellipsis. */
export const anyNameIn = (text: string): ListingName => {
  if (isIdentifier(text)) return { by: 'id', value: text };
  const uncut = text.replace(/(…|\.\.\.)$/, '');
  return { by: 'listing', value: isBeginningOfId(uncut) ? uncut : text };
};
