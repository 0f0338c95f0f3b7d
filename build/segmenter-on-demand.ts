import type { Plugin } from 'rolldown';

/**
 * string-width makes what parts text into characters as soon as it is loaded, which takes longer than all that most
 * commands do: it is made when a text first needs it.
 */
export const segmenterOnDemand = (): Plugin => ({
  name: 'segmenter-on-demand',
  transform: {
    filter: { id: /\/string-width\/index\.js$/ },
    handler: (code) =>
      code.replace(
        'const segmenter = new Intl.Segmenter();',
        'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };',
      ),
  },
});
