import type { Plugin } from 'rolldown';

/**
 * Keeps of the source maps what tells where in our own sources an error arose: those of chunks that hold some of them,
 * without the names. So they are small enough to go into the package.
 */
export const leanMaps = (): Plugin => ({
  name: 'lean-maps',
  generateBundle(_, bundle) {
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type !== 'asset' || !file.endsWith('.map')) continue;
      const map = JSON.parse(String(output.source));
      if (map.sources.some((source: string) => source.startsWith('src/')))
        output.source = JSON.stringify({ ...map, names: [] });
      else delete bundle[file];
    }
  },
});
