import { FeedCut, NotAFeed } from '../../src/feed/errors.ts';
import { entryLines } from '../../src/feed/validate.ts';
import { feedText } from '../faults/feed-file.ts';
import { collected, cutAt } from '../support/chunks.ts';
import { fc } from '../support/properties.ts';
import type { Fuzzer } from './fuzzer.ts';
import { mutated, mutations } from './odd.ts';

const short = feedText.slice(0, 700).replace(/,\n[^\n]*$/, ']');

const texts = fc.oneof(
  mutations.map((changes) => mutated(short, changes)),
  fc.json({ maxDepth: 4 }),
  fc
    .tuple(fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()))), mutations)
    .map(([all, changes]) => mutated(JSON.stringify(all), changes)),
  fc
    .array(fc.constantFrom('[', ']', '{', '}', ',', ':', '"a"', '\\', '"', '1', ' ', '\n', 'é'))
    .map((all) => `[${all.join('')}]`),
);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isArrayOfObjects = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry));

/** What the cutter makes of a text: the entries' lines, or nothing where it refuses it. */
const cut = async (text: string, places: readonly number[]): Promise<string | undefined> => {
  try {
    return String(await collected(entryLines(cutAt(text, places))));
  } catch (error) {
    if (error instanceof FeedCut || error instanceof NotAFeed) return undefined;
    throw error;
  }
};

/** A feed is cut into entries without being parsed, and all the same JSON.parse finds in them what it finds in the whole. */
export const feedBytes: Fuzzer = {
  name: 'feed bytes',
  share: 0.2,
  law: () =>
    fc.asyncProperty(texts, fc.array(fc.nat(), { maxLength: 6 }), async (text, places) => {
      // What has no form in UTF-8 does not come as it was.
      fc.pre(!/\p{Cs}/u.test(text));
      const whole = parsed(text);
      const lines = await cut(text, places);
      const entries =
        lines === undefined ? undefined : parsed(`[${lines.slice(0, -1).replaceAll('\n', ',')}]`);
      const wanted = isArrayOfObjects(whole) ? JSON.stringify(whole) : undefined;
      const got = entries === undefined ? undefined : JSON.stringify(entries);
      if (got !== wanted) throw new Error(`${got} in place of ${wanted}, from ${JSON.stringify(text)}`);
    }),
};
