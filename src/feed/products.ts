import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { type DialectSettings, dialectOf } from '../service/dialect.ts';
import { lineEnd } from './scanning/json-bytes.ts';

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

/**
 * Passes bytes on, and keeps Node 20 from optimising JavaScript meanwhile: only WebAssembly and the system process
 * each byte. A feed of 200 MB takes 0.93 s of computing and 86 MB, and without this 1.12 s and 117 MB (Node 20.20, a busy
 * machine, 2026-11-23). WebAssembly stays as it is compiled first, too (`client/transport.ts`): optimising it saves a tenth of the
 * computing, and costs 27 MB. Later versions optimise more sparingly, and are slower without it.
 */
export async function* unoptimised(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (!versions.node.startsWith('20.')) return yield* bytes;
  setFlagsFromString('--no-opt');
  try {
    yield* bytes;
  } finally {
    setFlagsFromString('--opt');
  }
}
