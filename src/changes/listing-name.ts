import { shownName, uncleanName } from '../service/clean-name.ts';
import { exampleIdentifier, isIdentifier } from '../service/identifier.ts';
import { asWords } from '../words/counted.ts';

/** `listing` is an external identifier or a SKU. */
export interface ListingName {
  by: 'id' | 'listing' | 'externalIdentifier' | 'sku';
  value: string;
  /** It may also be the beginning of an id. A person types one; in a file, a number could hit a stranger's listing. */
  mayBegin?: true;
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
  name
    ? `the ${kinds[name.by]} ${uncleanName(name.value) === undefined ? name.value : shownName(name.value)}`
    : '';

/** `7d0f5a32-… (open, excellent, 3 for sale)` */
export const formatFittingListing = ({ id, state, condition, inventory }: FittingListing): string => {
  const facts = [
    state && asWords(state),
    condition && asWords(condition),
    Number.isNaN(inventory) ? undefined : `${inventory} for sale`,
  ];
  return `${id} (${facts.filter((fact) => fact !== undefined).join(', ')})`;
};

const fewest = 6;

/** Whether a text can begin an id: at least six characters, all letters of one case as in a copied id. */
const isBeginningOfId = (text: string): boolean =>
  text.length >= fewest &&
  isIdentifier(text + exampleIdentifier.slice(text.length)) &&
  (text === text.toLowerCase() || text === text.toUpperCase());

/** The name that a text means as a whole. */
export const wholeNameIn = (text: string): ListingName =>
  isIdentifier(text) ? { by: 'id', value: text } : { by: 'listing', value: text };

/** The name that a typed text means. A narrow table shortens an id with an ellipsis. */
export const typedNameIn = (text: string): ListingName => {
  const uncut = text.replace(/(…|\.\.\.)$/, '');
  return isBeginningOfId(uncut) && !isIdentifier(text)
    ? { by: 'listing', value: uncut, mayBegin: true }
    : wholeNameIn(text);
};
