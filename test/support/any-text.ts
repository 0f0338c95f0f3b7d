import { fc } from './properties.ts';

/**
 * Texts of any characters. fast-check has `unit: 'binary'` for that, which makes a table of all there are first: that takes
 * each process that runs tests a second.
 */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, ...constraints });

export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
