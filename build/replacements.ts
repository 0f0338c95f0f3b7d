import { resolve } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Files of libraries that the bundle replaces as a whole. Figures: CPU time of one start on Node 20.20 and 24.21, where
 * `node -e 0` takes 13 ms; measured on 2026-11-22.
 */
export const replacedFiles: Readonly<Record<string, string>> = {
  // when-exit, which comes with conf, sends each signal to the process once more. That would look like a second Ctrl-C, and end
  // the tool in the middle of stopping.
  'when-exit/dist/node/signals.js': 'export default [];',
  // The validator of conf, which we don't use: our schemas are zod's.
  'ajv/dist/2020.js': 'export class Ajv2020 {}',
  'ajv-formats/dist/index.js': 'export default () => {};',
  // The library of the agents' protocol has its own copy of ajv, for answers to questions that are asked in a way that
  // we don't use: 10 of 110 ms of a start, and 155 KB.
  '@modelcontextprotocol/server/dist/shimsNode.mjs': `
    export { default as process } from 'node:process';
    export class DefaultJsonSchemaValidator {}`,
  // An old string-width, to which a family is eight columns wide: tables are measured as all else is.
  'cli-table3/node_modules/string-width/index.js': `module.exports = require(${JSON.stringify(resolve('src/terminal/width.ts'))}).widthOf;`,
  // Colours for heads and borders, of which our tables have none.
  '@colors/colors/safe.js': 'module.exports = {};',
};

/** Texts within files of libraries, and their replacements in the bundle. */
export const replacedTexts: Readonly<Record<string, readonly (readonly [said: string, says: string])[]>> = {
  // Made as soon as string-width is loaded, which is with every help screen, and needed only for text that is not ASCII:
  // 8 and 9 ms of 38 on both Nodes; the last two 8 of 110 million instructions.
  'string-width/index.js': [
    [
      'const segmenter = new Intl.Segmenter();',
      'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };',
    ],
    [
      'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
      "let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text) };",
    ],
    ['const visibleCharacterRegex = ', 'const visibleCharacter = () => '],
    ['segment.search(visibleCharacterRegex)', 'segment.search(visibleCharacter())'],
    ['visibleCharacterRegex.test(', 'visibleCharacter().test('],
    ['const spacingMarkRegex = ', 'const spacingMark = () => '],
    ['spacingMarkRegex.test(', 'spacingMark().test('],
  ],
  // Cut only to be noted for debugging: 80 of 450 ms for 5,000 rows, and 1700 of 2650 ms if they hold emoji.
  'cli-table3/src/cell.js': [
    ['let content = utils.truncate(this.content, 10, this.truncate);', "let content = '';"],
  ],
};

/** Replaces unneeded code of libraries. Fails if a library has changed, so that a replacement no longer applies. */
export const replacements = (files = replacedFiles, texts = replacedTexts): Plugin => {
  const missing = new Set([...Object.keys(files), ...Object.keys(texts)]);
  // A package may have a copy of another one: the longer path names the copy.
  const paths = [...missing].sort((one, other) => other.length - one.length);
  const pathOf = (id: string) => paths.find((path) => id.endsWith(`/node_modules/${path}`)) ?? id;
  return {
    name: 'replacements',
    load: (id) => {
      missing.delete(pathOf(id));
      return files[pathOf(id)];
    },
    transform: (code, id) => {
      const path = pathOf(id);
      const instead = (text: string, [said, says]: readonly [string, string]): string => {
        if (!text.includes(said)) throw new Error(`${path} does not say \`${said}\` any more`);
        return text.replace(said, () => says);
      };
      return texts[path] && { code: texts[path].reduce(instead, code), map: null };
    },
    buildEnd: (error) => {
      if (!error && missing.size > 0)
        throw new Error(`not in the bundle any more: ${[...missing].join(', ')}`);
    },
  };
};
