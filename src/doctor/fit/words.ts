import { type Dialect, type DialectSettings, dialectOf, readDialectSetting } from '../../service/dialect.ts';
import { inWords, isWord, type NameGroup, nameGroups, neutralNames } from '../../service/dialect-names.ts';
import { InvalidDialect } from '../../service/errors.ts';
import { capitalized } from '../../words/counted.ts';

/** Settings of a dialect, such as `dialect.query.pageSize`, and their values. */
export type DialectChanges = Readonly<Record<string, string>>;

const words = { service: 'Service', commerce: 'Commerce' } as const;
/** One of the two words that stand for a deployment's own. */
type Word = keyof typeof words;

/** A name that stands in place of everything that a deployment may put there, to see where it goes. */
const marker = 'Qqqq';

/**
 * The deployment's word behind one of its names: `martTags` for `commerceTags` is Mart. Undefined if the name does not
 * follow from a word.
 */
export const wordBehind = (neutral: string, name: string): { word: Word; said: string } | undefined => {
  for (const word of Object.keys(words) as Word[]) {
    const [before, after] = inWords(neutral, { ...words, [word]: marker }).split(/qqqq/i);
    if (before === undefined || after === undefined || !name.startsWith(before) || !name.endsWith(after))
      continue;
    const part = name.slice(before.length, name.length - after.length);
    const said = part === part.toUpperCase() ? part.toLowerCase() : part;
    const whole = capitalized(said);
    if (isWord(whole) && inWords(neutral, { ...words, [word]: whole }) === name) return { word, said: whole };
  }
  return undefined;
};

/**
 * Puts a word for Service or Commerce in place of the names that follow from it. A word that would change a name which is
 * known to be right is not taken: then the names are set one by one.
 */
export const wordsFor = (
  settings: DialectSettings,
  found: DialectChanges,
  /** The names that are known to be right, and how they are. */
  confirmed: ReadonlyMap<string, string | undefined>,
): DialectChanges =>
  (Object.keys(words) as Word[]).reduce((changes, word) => {
    const setting = `dialect.${word}Name`;
    const said = Object.entries(changes).flatMap(([name, value]) => {
      const behind = wordBehind(neutralNameOf(name), value);
      return behind?.word === word ? [behind.said] : [];
    });
    for (const candidate of new Set(said)) {
      const alone = dialectWith({ [setting]: candidate }, settings);
      const others = Object.entries(changes).filter(
        ([name, value]) =>
          name === setting || !alone || nameIn(alone, name.replace(/^dialect\./, '')) !== value,
      );
      const fewer = { [setting]: candidate, ...Object.fromEntries(others) };
      const dialect = dialectWith(fewer, settings);
      if (dialect && [...confirmed].every(([name, right]) => nameIn(dialect, name) === right)) return fewer;
    }
    return changes;
  }, found);

/** The settings with changes as a dialect; undefined if two names would be the same. */
const dialectWith = (changes: DialectChanges, settings: DialectSettings): Dialect | undefined => {
  try {
    const changed = Object.entries(changes).reduce(
      (before, [setting, value]) => readDialectSetting(setting, value, before),
      settings,
    );
    return dialectOf(changed);
  } catch (error) {
    if (error instanceof InvalidDialect) return undefined;
    throw error;
  }
};

const partsOf = (name: string): [NameGroup | undefined, string] => {
  const [group, ...rest] = name.split('.');
  return [nameGroups.find((known) => known === group), rest.join('.')];
};

/** What a dialect calls a thing, such as `query.pageSize`. */
export const nameIn = (dialect: Dialect, name: string): string | undefined => {
  const [group, own] = partsOf(name);
  return group && (dialect[group] as Readonly<Record<string, string>>)[own];
};

const neutralNameOf = (setting: string): string =>
  nameIn(neutralNames, setting.replace(/^dialect\./, '')) ?? setting;
