import { Failure } from '../failure/failure.ts';
import { resaleLine } from '../words/resale-line.ts';
import {
  type DialectWords,
  inWords,
  isWord,
  type NameGroup,
  nameGroups,
  neutralNames,
} from './dialect-names.ts';

/** A deployment can't use such a name. The name itself is not repeated: it may be a key, pasted in the wrong place. */
export class InvalidDialect extends Failure {
  constructor(
    /** The name of the setting: `dialect.query.pageSize`. */
    readonly setting: string,
    /** In words that follow the name of the setting. */
    readonly problem: string,
    /** The settings that exist. */
    readonly known: readonly string[] = [],
  ) {
    super(`${setting} ${problem}`, {
      code: 'usage',
      exit: 'usage',
      hint: known.length > 0 ? `There are ${known.join(', ')}.` : `See \`${resaleLine('help dialects')}\`.`,
    });
  }
}

/** How a deployment's names differ from the neutral ones. Single names, such as `query.pageSize`, override those by the two words. */
export type DialectSettings = {
  readonly serviceName?: string | undefined;
  readonly commerceName?: string | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
};

/** Our names → the names on the wire, no two of which are the same. */
export type Names = Readonly<Record<string, string>>;

/** A deployment's own names for everything, by our neutral names. */
export interface Dialect {
  /** The headers that carry the credentials. */
  readonly header: { readonly clientId: string; readonly authenticationKey: string };
  readonly query: Names;
  /** The fields of bodies, in any object. */
  readonly field: Names;
  readonly constant: Names;
}

export const neutralDialect: Dialect = neutralNames;

/** A profile's dialect settings → all names. Throws `InvalidDialect` if two things would have the same name. */
export const dialectOf = (settings: DialectSettings = {}): Dialect => {
  const words: DialectWords = {
    service: checkedWord('dialect.serviceName', settings.serviceName) ?? 'Service',
    commerce: checkedWord('dialect.commerceName', settings.commerceName) ?? 'Commerce',
  };
  for (const [name, value] of Object.entries(settings.names ?? {})) checkName(`dialect.${name}`, value);
  const entries = nameGroups.map((group) => {
    const names = Object.entries(neutralNames[group]).map(([name, neutral]): [string, string] => [
      name,
      settings.names?.[`${group}.${name}`] ?? inWords(neutral, words),
    ]);
    // The two brands are never in the same body.
    for (const absent of ['itemBrand', 'brand'])
      refuseTwins(
        group,
        names.filter(([name]) => name !== absent),
      );
    return [group, Object.fromEntries(names)];
  });
  return Object.fromEntries(entries) as Dialect;
};

/** The names in the payload of a creation, whose brand need not be called as that of the feed, or in any other body. */
export const fieldNames = ({ field }: Dialect, of: 'body' | 'creation'): Names => {
  const { itemBrand = 'brand', ...shared } = field;
  return of === 'creation' ? { ...shared, brand: itemBrand } : shared;
};

/** The name that a dialect has for what a setting is about, such as `query.pageSize`. */
export const nameIn = (dialect: Dialect, setting: string): string => {
  const [group, name = ''] = setting.split('.');
  return (dialect[group as NameGroup] as Readonly<Record<string, string>>)[name] ?? name;
};

/** The settings with one changed, such as `dialect.query.pageSize`. An empty value removes it. Throws `InvalidDialect`. */
export const readDialectSetting = (
  setting: string,
  value: string,
  settings: DialectSettings = {},
): DialectSettings => {
  const changed = withSetting(setting, value === '' ? undefined : value, settings);
  dialectOf(changed);
  return changed;
};

const withSetting = (
  setting: string,
  value: string | undefined,
  settings: DialectSettings,
): DialectSettings => {
  if (setting === 'dialect.serviceName') return { ...settings, serviceName: value };
  if (setting === 'dialect.commerceName') return { ...settings, commerceName: value };
  groupOf(setting);
  const key = setting.slice('dialect.'.length);
  const { [key]: _, ...others } = settings.names ?? {};
  return { ...settings, names: value === undefined ? others : { ...others, [key]: value } };
};

/** The group of a setting. Refuses one that names nothing of the service, such as `dialect.query.pagesize`. */
const groupOf = (setting: string): NameGroup => {
  const [, kind, name = ''] = /^dialect\.(\w+)\.(\w+)$/.exec(setting) ?? [];
  const group = nameGroups.find((known) => known === kind);
  if (group === undefined)
    throw new InvalidDialect(setting, 'is not a dialect setting', [
      'dialect.serviceName',
      'dialect.commerceName',
      ...nameGroups.map((known) => `dialect.${known}.NAME`),
    ]);
  if (!Object.hasOwn(neutralNames[group], name))
    throw new InvalidDialect(
      setting,
      `is not a ${group === 'query' ? 'query parameter' : group} of the service`,
      Object.keys(neutralNames[group]).map((known) => `dialect.${group}.${known}`),
    );
  return group;
};

const checkedWord = (setting: string, value: string | undefined): string | undefined => {
  if (value !== undefined && !isWord(value))
    throw new InvalidDialect(setting, 'must be one word of letters and digits, such as Acme');
  return value;
};

/** Headers that HTTP uses itself, and that therefore can't carry a credential. */
const takenHeaders =
  /^(accept|accept-encoding|cache-control|connection|content-(length|type|encoding)|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/** Refuses a text that can't be a name on the wire. */
const checkName = (setting: string, value: string): void => {
  const group = groupOf(setting);
  const { form, such } = nameForms[group === 'header' || group === 'query' ? group : 'other'];
  if (!form.test(value)) throw new InvalidDialect(setting, `must be ${such}`);
  if (group === 'header' && takenHeaders.test(value))
    throw new InvalidDialect(setting, 'must not be a header that HTTP needs for something else');
};

/** What names may consist of. RFC 9110 allows more in a header's name, but the rest has a meaning to shells. */
const nameForms = {
  header: {
    form: /^[A-Za-z0-9][\w.-]{0,99}$/,
    such: 'the name of a header, such as X-Acme-Client-Id: letters, digits, -, _ and .',
  },
  query: {
    form: /^[\w.~$:@[\]-]{1,100}$/,
    such: 'the name of a query parameter, such as page[size]: letters, digits and - _ . ~ $ : @ [ ]',
  },
  other: {
    form: /^[^\s\p{Cc}\p{Cf}\p{Cs}]{1,100}$/u,
    such: 'a name of at most 100 visible characters, without blanks',
  },
} as const;

/** Refuses a group in which two things have the same name: answers could not be translated back. */
const refuseTwins = (group: NameGroup, names: readonly (readonly [string, string])[]): void => {
  const owners = new Map<string, string>();
  for (const [name, onWire] of names) {
    const key = group === 'header' ? onWire.toLowerCase() : onWire;
    const owner = owners.get(key);
    if (owner !== undefined)
      throw new InvalidDialect(
        `dialect.${group}.${owner}`,
        `and dialect.${group}.${name} would have the same name`,
      );
    owners.set(key, name);
  }
};
