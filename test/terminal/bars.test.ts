import { expect, test } from 'vitest';
import { bars } from '../../src/terminal/bars.ts';
import { widthOf } from '../../src/terminal/width.ts';
import { figure } from '../../src/words/counted.ts';
import { fc } from '../support/properties.ts';

const conditions = [
  { label: 'GOOD', count: 120 },
  { label: 'NEW_WITH_TAGS', count: 60 },
  { label: 'EXCELLENT', count: 1 },
  { label: '優', count: 0 },
];

const drawn = (width: number) => `\n${bars(conditions, 200, width)}`;

test('80 columns: label, bar, count and share', () => {
  expect(drawn(80)).toMatchInlineSnapshot(`
    "
    GOOD           ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  120   60.0%
    NEW_WITH_TAGS  ━━━━━━━━━━━━━━━                  60   30.0%
    EXCELLENT      ━                                 1    0.5%
    優                                               0    0.0%
    "
  `);
});

test('20 columns: no share any more, and shorter labels', () => {
  expect(drawn(20)).toMatchInlineSnapshot(`
    "
    GOOD      ━━━━━  120
    NEW_WIT…  ━━━     60
    EXCELLE…  ━        1
    優                 0
    "
  `);
});

test('nothing to draw', () => {
  expect(bars([], 0, 80)).toBe('');
});

test('law: no line is wider than the screen, and none lacks its count', () => {
  const bar = fc.record({ label: fc.string({ unit: 'grapheme' }), count: fc.nat({ max: 999_999 }) });
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 8 }), fc.integer({ min: 10, max: 200 }), (all, width) => {
      const lines = bars(all, 1_000_000, width).split('\n').slice(0, -1);
      expect(lines.length).toBe(all.length);
      for (const [index, line] of lines.entries()) {
        expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(line).toContain(figure(all[index]?.count ?? 0));
      }
    }),
  );
});
