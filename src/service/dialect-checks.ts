import { isWord, type NameGroup, nameGroups, neutralNames } from './dialect-names.ts';
import { InvalidDialect } from './errors.ts';

const partsOf = (setting: string): [group: NameGroup | undefined, name: string] => {
  const [, said, name = ''] = /^dialect\.(\w+)\.(\w+)$/.exec(setting) ?? [];
  return [nameGroups.find((group) => group === said), name];
};

/** Refuses a setting of a single name that the service does not have: `dialect.query.pagesize`. */
export const checkSetting = (setting: string): void => {
  const [group, name] = partsOf(setting);
  if (group === undefined)
    throw new InvalidDialect(setting, 'is nothing that a dialect says', [
      'dialect.serviceName',
      'dialect.commerceName',
      ...nameGroups.map((known) => `dialect.${known}.NAME`),
    ]);
  if (!Object.hasOwn(neutralNames[group], name))
    throw new InvalidDialect(
      setting,
      `is no ${group === 'query' ? 'query parameter' : group} of the service`,
      Object.keys(neutralNames[group]).map((known) => `dialect.${group}.${known}`),
    );
};

/** The word that is to stand for Service or Commerce, where one is given. */
export const checkedWord = (setting: string, value: string | undefined): string | undefined => {
  if (value !== undefined && !isWord(value))
    throw new InvalidDialect(setting, 'must be one word of letters and digits, such as Acme');
  return value;
};

/** Headers with a meaning of their own in HTTP, which can't carry a credential. */
const takenHeaders =
  /^(accept|accept-encoding|cache-control|connection|content-(length|type|encoding)|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

/** Refuses what can't be a name on the wire. */
export const checkName = (setting: string, value: string): void => {
  checkSetting(setting);
  const isHeader = partsOf(setting)[0] === 'header';
  if (isHeader && !/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(value))
    throw new InvalidDialect(setting, 'must be the name of a header, such as X-Acme-Client-Id');
  if (isHeader && takenHeaders.test(value))
    throw new InvalidDialect(setting, 'must not be a header that HTTP needs for something else');
  if (!/^[^\s\p{Cc}]{1,100}$/u.test(value))
    throw new InvalidDialect(setting, 'must be a name without blanks, of at most 100 letters');
};

/** Refuses a group in which two things have one name: they could not be told apart on the way back. */
export const refuseTwins = (group: NameGroup, names: readonly (readonly [string, string])[]): void => {
  const owners = new Map<string, string>();
  for (const [name, onWire] of names) {
    const key = group === 'header' ? onWire.toLowerCase() : onWire;
    const owner = owners.get(key);
    if (owner !== undefined)
      throw new InvalidDialect(
        `dialect.${group}.${owner}`,
        `and dialect.${group}.${name} would be called the same`,
      );
    owners.set(key, name);
  }
};
