import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { replacedFiles, replacedTexts, replacements } from '../../build/replacements.ts';
import { fc } from '../support/properties.ts';

const bundled = async (plugin: ReturnType<typeof replacements>): Promise<string> => {
  const bundle = await rolldown({ input: 'string-width', plugins: [plugin] });
  return (await bundle.generate({ format: 'esm' })).output[0].code;
};

describe('string-width measures as it does outside the bundle', () => {
  let measure: typeof stringWidth;
  beforeAll(async () => {
    const file = 'string-width/index.js';
    const code = await bundled(replacements({}, { [file]: replacedTexts[file] ?? [] }));
    measure = (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default;
  });

  test.each(['coat', '外套', '👩‍👩‍👧', '1️⃣', 'é', '👍🏽x', '\u200b', '가', 'ก็'])('%s', (text) => {
    expect(measure(text)).toBe(stringWidth(text));
  });

  test('every text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => measure(text) === stringWidth(text)));
  });
});

test('cli-table3 measures as the tool does', async () => {
  const input = 'test/build/family.js';
  const source = `import Table from 'cli-table3'; export const text = new Table({ colWidths: [6] }); text.push(['👩‍👩‍👧‍👦']);`;
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === input ? resolve(input) : null),
    load: (id: string) => (id === resolve(input) ? source : null),
  };
  const names = ['cli-table3/node_modules/string-width/index.js', '@colors/colors/safe.js'];
  const files = Object.fromEntries(names.map((name) => [name, replacedFiles[name] ?? '']));
  const cell = 'cli-table3/src/cell.js';
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [entry, replacements(files, { [cell]: replacedTexts[cell] ?? [] })],
  });
  const { code } = (await bundle.generate({ format: 'esm' })).output[0];
  const { text } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(String(text)).toContain('│ 👩‍👩‍👧‍👦   │');
  expect(code).not.toContain('rainbow');
});

describe('the build fails where a library has nothing to replace any more', () => {
  test('a text', async () => {
    const plugin = replacements({}, { 'string-width/index.js': [['new Intl.Nothing()', '']] });
    await expect(bundled(plugin)).rejects.toThrow(
      'string-width/index.js does not say `new Intl.Nothing()` any more',
    );
  });

  test('a file', async () => {
    const plugin = replacements({ 'ajv/dist/2020.js': '' }, {});
    await expect(bundled(plugin)).rejects.toThrow('not in the bundle any more: ajv/dist/2020.js');
  });
});
