import { expect, test } from 'vitest';
import { type Line, LineSplitter } from '../../../src/runs/rows/text-lines.ts';
import { fc } from '../../support/properties.ts';

const cut = (pieces: readonly string[]): Line[] => {
  const cutter = new LineSplitter();
  return [...pieces.flatMap((piece) => cutter.take(piece)), ...cutter.end()];
};

test.each([
  [['a\nb\n'], ['a⏎\n', 'b⏎\n']],
  [['a\r\nb'], ['a⏎\r\n', 'b⏎']],
  [['a\rb\r'], ['a⏎\r', 'b⏎\r']],
  [
    ['a\r', '\nb'],
    ['a⏎\r\n', 'b⏎'],
  ],
  [
    ['a\r', 'b'],
    ['a⏎\r', 'b⏎'],
  ],
  [
    ['a', 'b', '\n', '\nc'],
    ['ab⏎\n', '⏎\n', 'c⏎'],
  ],
  [['\n\r\r\n'], ['⏎\n', '⏎\r', '⏎\r\n']],
  [['a\u2028b\vc\n'], ['a\u2028b\vc⏎\n']],
  [[], []],
])('%j → %j', (pieces, lines) => {
  expect(cut(pieces).map(({ text, end }) => `${text}⏎${end}`)).toEqual(lines);
});

test('the text may arrive in any chunks, and nothing is lost', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n') });
  fc.assert(
    fc.property(fc.array(text), (pieces) => {
      const lines = cut(pieces);
      expect(lines.map((line) => line.text + line.end).join('')).toBe(pieces.join(''));
      expect(lines).toEqual(cut([pieces.join('')]));
      expect(lines.map(({ number }) => number)).toEqual(lines.map((_, at) => at + 1));
    }),
  );
});
