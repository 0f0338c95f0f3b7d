import { checkedWord, checkName, checkSetting, refuseTwins } from './dialect-checks.ts';
import { inWords, nameGroups, neutralNames, type Words } from './dialect-names.ts';
import type { DialectSettings } from './dialect-settings.ts';

/** Our word for something → what stands for it on the wire. No two have the same. */
export type Names = Readonly<Record<string, string>>;

/** The names that stand on the wire, by our words, which are the neutral ones. */
export interface Dialect {
  /** Headers that carry the credentials. */
  readonly header: { readonly clientId: string; readonly authenticationKey: string };
  readonly query: Names;
  /** Fields of bodies, wherever they stand. */
  readonly field: Names;
  /** Values of closed lists, in bodies and queries. */
  readonly constant: Names;
}

export const neutralDialect: Dialect = neutralNames;

/** What a profile says of a deployment's names → all of them. Throws `InvalidDialect` where they can't be told apart. */
export const dialectOf = (settings: DialectSettings = {}): Dialect => {
  const words: Words = {
    service: checkedWord('dialect.serviceName', settings.serviceName) ?? 'Service',
    commerce: checkedWord('dialect.commerceName', settings.commerceName) ?? 'Commerce',
  };
  for (const [name, value] of Object.entries(settings.names ?? {})) checkName(`dialect.${name}`, value);
  const entries = nameGroups.map((group) => {
    const names = Object.entries(neutralNames[group]).map(([name, neutral]): [string, string] => [
      name,
      settings.names?.[`${group}.${name}`] ?? inWords(neutral, words),
    ]);
    refuseTwins(group, names);
    return [group, Object.fromEntries(names)];
  });
  return Object.fromEntries(entries) as Dialect;
};

/**
 * The settings with one more: `dialect.serviceName`, `dialect.commerceName`, or a single name such as
 * `dialect.query.pageSize`. An empty value takes it away. Throws `InvalidDialect`.
 */
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
  checkSetting(setting);
  const key = setting.slice('dialect.'.length);
  const { [key]: _, ...others } = settings.names ?? {};
  return { ...settings, names: value === undefined ? others : { ...others, [key]: value } };
};
