import { NotAFeed } from './errors.ts';
import { lineEnd } from './scanning/json-bytes.ts';

/**
 * Parses whole lines of NDJSON, a batch of entries for each batch of lines, and skips blank ones. Numbers are
 * JavaScript's, unless `parse` reads them differently. `translate` puts each entry into our words. Fails with `NotAFeed`
 * at an entry that is not valid JSON.
 */
export async function* parsedEntries(
  lines: AsyncIterable<Buffer>,
  translate: (entry: unknown) => unknown = asItIs,
  parse: (text: string) => unknown = JSON.parse,
): AsyncGenerator<unknown[]> {
  let before = 0;
  for await (const batch of lines) {
    const texts = textsOf(batch).filter((text) => /\S/.test(text));
    const first = before + 1;
    before += texts.length;
    yield texts.map((text, index) => translate(parsed(text, parse, first + index)));
  }
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

const asItIs = (entry: unknown): unknown => entry;

const parsed = (text: string, parse: (text: string) => unknown, entry: number): unknown => {
  try {
    return parse(text);
  } catch {
    // The parser's own message quotes the contents.
    throw new NotAFeed(`entry ${entry} is not valid JSON`, { entry });
  }
};
