import { type DialectSettings, dialectOf } from '../service/dialect.ts';
import { lineEnd } from './scanning/protocol.ts';

export type TranslateEntry = (entry: object) => object;

/** Makes the function that translates the entries of a deployment with a dialect. */
export const productTranslation = async (settings: DialectSettings): Promise<TranslateEntry> => {
  const { translationsFor } = await import('../service/translation.ts');
  const { fromWire } = translationsFor(dialectOf(settings)).body;
  return (entry) => fromWire(entry) as object;
};

/**
 * Parses whole lines of NDJSON that were checked, a batch of entries for each batch of lines. Numbers are JavaScript's, unless
 * `parse` reads them differently. `translate` puts each entry into our words.
 */
export async function* parsedEntries(
  lines: AsyncIterable<Buffer>,
  translate: TranslateEntry = asItIs,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<object[]> {
  for await (const batch of lines) yield textsOf(batch).map((text) => translate(parse(text) as object));
}

/** Each line as a separate string: a part of a large string would keep all of it in memory. */
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
