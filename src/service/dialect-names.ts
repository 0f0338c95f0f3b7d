import { capitalized } from '../words/counted.ts';
import { conditions, genders, inventoryActions, shopIdentifierTypes, sources, states } from './constants.ts';
import { creationRows } from './creation-fields.ts';

/** The fields of bodies and of the feed's entries, besides those of a new listing. */
const otherFields = `
  id url state sku availableInventory
  notes listings pageInfo hasNextPage endCursor action oldInventory
  newInventory inventoryAdjustment items serviceShopName countryCodes serviceId styles
  primaryButtonBackgroundColor primaryButtonFontColor primaryButtonBorder version productID productURL
  productTitle productDescription size image price productStock productAvailable gender categories isBrandDirect
  updatedAt color commerceTags commerceProductType currency shipFromCountry shipToCountries
`
  .trim()
  .split(/\s+/);

const fields = [
  ...new Set([...creationRows.flatMap(({ field }) => field.split('.').slice(0, 1)), ...otherFields]),
];

const constants = [
  ...conditions,
  ...sources,
  ...states,
  ...inventoryActions,
  ...shopIdentifierTypes,
  ...genders,
];

const asThemselves = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

/** Every name that a deployment may change: ours, and the one on the wire. Names that the interface leaves open are chosen here. */
export const neutralNames = {
  header: { clientId: 'X-Service-Client-Id', authenticationKey: 'X-Service-Authentication-Key' },
  query: {
    ...asThemselves(['state', 'after', 'shopIdentifierType', 'shopIdentifier']),
    pageSize: 'limit',
  } as Record<string, string>,
  // The brand in the payload of a creation has no name in the interface, and so one of its own here; `brand` is the feed's.
  field: { ...asThemselves(fields), itemBrand: 'brand' } as Record<string, string>,
  constant: asThemselves(constants),
};

/** Headers, query parameters, fields of bodies, and constants. */
export type NameGroup = keyof typeof neutralNames;
export const nameGroups = Object.keys(neutralNames) as NameGroup[];

export const isWord = (text: string): boolean => /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(text);

/** The words that replace Service and Commerce in a deployment's names. */
export interface DialectWords {
  service: string;
  commerce: string;
}

/** A neutral name with a deployment's words in it: `COMMERCE_SKU` → `MART_SKU`, `serviceId` → `acmeId`. */
export const inWords = (name: string, { service, commerce }: DialectWords): string => {
  // This is the platform that a shop sells on, whichever that is.
  if (name === 'commercePlatformDomain') return name;
  return name
    .replace(/^X-Service-/, `X-${capitalized(service)}-`)
    .replace(/^COMMERCE_/, `${commerce.toUpperCase()}_`)
    .replace(/^service(?=[A-Z])/, uncapitalized(service))
    .replace(/^commerce(?=[A-Z])/, uncapitalized(commerce));
};

/** `Acme` → `acme`, `BigMart` → `bigMart`, `ACME` → `acme` */
const uncapitalized = (word: string) =>
  word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
