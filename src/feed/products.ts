import { type DialectSettings, dialectOf } from '../service/dialect.ts';
import { lineEnd } from './scanning/protocol.ts';

export type TranslateEntry = (entry: object) => object;

/** The function that translates the entries of a deployment's feed into neutral names. */
export const productTranslation = async (settings: DialectSettings): Promise<TranslateEntry> => {
  const { translationsFor } = await import('../service/translation.ts');
  const { fromWire } = translationsFor(dialectOf(settings)).body;
  return (entry) => fromWire(entry) as object;
};

/**
 * Parses checked lines of NDJSON, a batch of entries for each batch of lines. Numbers are JavaScript's, unless `parse` keeps them
 * exact. `translate` converts each entry to neutral names.
 */
export async function* parsedEntries(
  lines: AsyncIterable<Buffer>,
  translate: TranslateEntry = asItIs,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<object[]> {
  for await (const batch of lines) yield textsOf(batch).map((text) => translate(parse(text) as object));
}

/** Each line as a separate string: a substring would keep the whole batch in memory. */
const textsOf = (lines: Buffer): string[] => {
  const texts: string[] = [];
  for (let from = 0; from < lines.length; ) {
    const found = lines.indexOf(lineEnd, from);
    const end = found < 0 ? lines.length : found;
    texts.push(lines.toString('utf8', from, end));
    from = end + 1;
  }
  return texts;
};

const asItIs: TranslateEntry = (entry) => entry;
