import fc from 'fast-check';
import { rolldown } from 'rolldown';
import stringWidth from 'string-width';
import { beforeAll, expect, test } from 'vitest';
import { stringWidthOnDemand } from '../../build/string-width-on-demand.ts';

let code: string;
let bundled: typeof stringWidth;

beforeAll(async () => {
  const bundle = await rolldown({ input: 'string-width', plugins: [stringWidthOnDemand()] });
  code = (await bundle.generate({ format: 'esm' })).output[0].code;
  bundled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default;
});

test('nothing that spells out a class of characters stands in the code for V8 to check', () => {
  expect(code).toContain('RGI_Emoji');
  expect(code.match(/= \/.*\\p\{.*/g)).toBeNull();
});

test.each(['coat', '外套', '👩‍👩‍👧', '1️⃣', 'é', '👍🏽x', '\u200b', '가', 'ก็'])(
  '%s is as wide as ever',
  (text) => {
    expect(bundled(text)).toBe(stringWidth(text));
  },
);

test('every text is as wide as ever', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => bundled(text) === stringWidth(text)));
});
