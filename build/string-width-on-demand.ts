import type { Plugin } from 'rolldown';

/** A regular expression that is made when it is first used, as far as string-width uses one. */
const onDemand = `
const onDemand = (source, flags) => {
  let made;
  const regex = () => (made ??= new RegExp(source, flags));
  return {
    test: (text) => regex().test(text),
    [Symbol.search]: (text) => text.search(regex()),
    [Symbol.match]: (text) => text.match(regex()),
  };
};`;

/**
 * string-width prepares, as soon as it is loaded, for all characters there are: what parts text into them, and regular
 * expressions that name whole classes of them. V8 spells out such a class even to check how it is written, and for
 * emoji that takes longer than all the rest of a help screen. Here each is made when a text first needs it.
 */
export const stringWidthOnDemand = (): Plugin => ({
  name: 'string-width-on-demand',
  transform: {
    filter: { id: /\/string-width\/index\.js$/ },
    handler: (code) => ({
      code: code
        .replace(
          'const segmenter = new Intl.Segmenter();',
          `let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };${onDemand}`,
        )
        .replace(
          /^const (\w+Regex) = \/(.*\\p\{.*)\/(\w+);$/gm,
          (_, name, source, flags) => `const ${name} = onDemand(${JSON.stringify(source)}, '${flags}');`,
        ),
      map: null,
    }),
  },
});
