import { conditionMeanings, conditions, type Source, sources } from './constants.ts';
import type { Image } from './listing.ts';

/*
 * The service's constants, pictures and named properties as people type them, in flags and in rows.
 */

/** `new-with-tags` and `New_With_Tags` → `NEW_WITH_TAGS`. */
export const constantOf = (said: string): string => said.toUpperCase().replaceAll('-', '_');

/** `NEW_WITH_TAGS` → `new-with-tags`. */
export const wordOf = (constant: string): string => constant.toLowerCase().replaceAll('_', '-');

/** The constant that a word means. Other words stay as they were typed. */
export const constantMeant = (constants: readonly string[], said: string): string =>
  constants.find((known) => known === constantOf(said)) ?? said;

/** The grade that a word means. Services may have words of their own; with `anyConstants` unknown ones stay as they were typed. */
export const gradeMeant = (said: string, anyConstants: boolean): string =>
  anyConstants ? constantMeant(conditions, said) : constantOf(said);

/** Short words for the sources. */
export const sourceWords: ReadonlyMap<string, Source> = new Map([
  ['sku', 'COMMERCE_SKU'],
  ['variant-id', 'COMMERCE_PRODUCT_VARIANT_ID'],
  ['external-variant-id', 'EXTERNAL_PRODUCT_VARIANT_IDENTIFIER'],
  ['external-variant-sku', 'EXTERNAL_PRODUCT_VARIANT_SKU'],
  ['manual', 'MANUAL_PRODUCT_OPTIONS'],
]);

/** The source that a word means, in its long or short form. */
export const sourceMeant = (said: string): string =>
  sourceWords.get(wordOf(said)) ?? constantMeant(sources, said);

export const sourceWordOf = (source: Source): string =>
  [...sourceWords].find(([, known]) => known === source)?.[0] ?? source;

export const meaningsOfConditions: Readonly<Record<string, string>> = Object.fromEntries(
  conditions.map((condition) => [wordOf(condition), conditionMeanings[condition]]),
);

/** A picture, typed as `URL notes…`: what follows the first space is the notes. */
export const imageIn = (text: string): Image => {
  const [url = '', ...words] = text.split(' ');
  const notes = words.join(' ').trim();
  return notes === '' ? { url } : { url, notes };
};

/** A named value, split at the first `=`; `isRaw` if that is `:=`, for a value that is more than text. */
export const namedIn = (text: string): { name: string; isRaw: boolean; value: string } | undefined => {
  const [, name = '', colon, value = ''] = /^([^=]*?)(:?)=(.*)$/s.exec(text) ?? [];
  return name === '' ? undefined : { name, isRaw: colon === ':', value };
};

/** What is wrong with the name of a property, in words that follow the name of the field; undefined if nothing is. */
export const nameFault = (name: string): string | undefined => {
  if (name.trim() === '') return 'has a property without a name';
  return name.trim() === name ? undefined : `has spaces around the name ${JSON.stringify(name)}`;
};
