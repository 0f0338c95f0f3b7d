/**
 * The names that stand on the wire. The tool's own words are the neutral ones; what the interface leaves
 * unnamed is named here and nowhere else.
 */
export interface Dialect {
  /** Headers that carry the credentials. */
  header: { clientId: string; authenticationKey: string };
  /** Query parameters, by our word for them. */
  query: Readonly<Record<string, string>>;
  /** Body fields, by our word for them. */
  field: Readonly<Record<string, string>>;
}

export const neutralDialect: Dialect = {
  header: { clientId: 'X-Service-Client-Id', authenticationKey: 'X-Service-Authentication-Key' },
  query: { state: 'state', pageSize: 'limit', shopIdentifier: 'shopIdentifier' },
  field: { brand: 'brand' },
};

type Named = Record<string, unknown>;

const rename = (object: Named, names: Readonly<Record<string, string>>): Named => {
  const known = new Map(Object.entries(names));
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [known.get(name) ?? name, value]));
};

const invert = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));

/** Our query parameters or body fields → the names on the wire. */
export const toWire = (object: Named, names: Readonly<Record<string, string>>) => rename(object, names);

/** Names on the wire → ours. */
export const fromWire = (object: Named, names: Readonly<Record<string, string>>) =>
  rename(object, invert(names));
