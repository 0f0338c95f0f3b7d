import { hostileText } from '../../support/hostile-texts.ts';
import { fc } from '../../support/properties.ts';

/** Texts that programs stumble over. */
export const oddText = fc.oneof(
  hostileText,
  fc.constantFrom(...'0 -1 1e999 0x10 ５ 9007199254740993 NaN 1,5 toString -- % {} [] \u202e ﷺ'.split(' ')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

/** Values of JSON that programs stumble over. */
export const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 1e300, 2 ** 53, [], {}, [null], { id: {} }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** What happens to a text on its way: a part of it is cut out, said twice, or replaced. */
interface Mutation {
  at: number;
  length: number;
  kind: 'cut' | 'twice' | 'replaced' | 'ended';
  by: string;
}

export const mutations = fc.array(
  fc.record<Mutation>({
    at: fc.nat(5000),
    length: fc.nat(40),
    kind: fc.constantFrom('cut', 'twice', 'replaced', 'ended'),
    by: fc.oneof(oddText, fc.json({ maxDepth: 2 })),
  }),
  { maxLength: 3 },
);

const makers: Record<Mutation['kind'], (before: string, part: string, after: string, by: string) => string> =
  {
    cut: (before, _, after) => before + after,
    twice: (before, part, after) => before + part + part + after,
    replaced: (before, _, after, by) => before + by + after,
    ended: (before) => before,
  };

/** A text after its mutations, one after the other. */
export const mutated = (text: string, changes: readonly Mutation[]): string =>
  changes.reduce((now, { at, length, kind, by }) => {
    const from = now.length === 0 ? 0 : at % now.length;
    return makers[kind](now.slice(0, from), now.slice(from, from + length), now.slice(from + length), by);
  }, text);
