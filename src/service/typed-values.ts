import { conditionMeanings, conditions, type Source, sources } from './constants.ts';
import type { Image } from './listing.ts';

/*
 * The service's constants and pictures as people type them, in flags and in rows.
 */

/** `new-with-tags` and `New_With_Tags` → `NEW_WITH_TAGS`. */
export const constantOf = (said: string): string => said.toUpperCase().replaceAll('-', '_');

/** `NEW_WITH_TAGS` → `new-with-tags`. */
export const wordOf = (constant: string): string => constant.toLowerCase().replaceAll('_', '-');

/** The constant that a word means. A word that means none is left as it was typed. */
export const constantMeant = (constants: readonly string[], said: string): string =>
  constants.find((known) => known === constantOf(said)) ?? said;

/**
 * The grade that a word means. Returns have more grades than the tool knows, and all have the form of a constant.
 * With `anyConstants` a grade that the tool does not know stays as it was typed.
 */
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

/** The short word for a source. */
export const sourceWordOf = (source: Source): string =>
  [...sourceWords].find(([, known]) => known === source)?.[0] ?? source;

/** What each condition means, by the word that is typed for it. */
export const meaningsOfConditions: Readonly<Record<string, string>> = Object.fromEntries(
  conditions.map((condition) => [wordOf(condition), conditionMeanings[condition]]),
);

/** A picture, typed as `URL notes…`: what follows the first space is the notes. */
export const imageIn = (text: string): Image => {
  const at = text.indexOf(' ');
  return at < 0 ? { url: text } : { url: text.slice(0, at), notes: text.slice(at + 1).trim() };
};
