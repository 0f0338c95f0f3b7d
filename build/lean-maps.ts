import type { Plugin } from 'rolldown';

/**
 * Keeps only the source maps of chunks with sources of our own, and drops the names in them. They still show where an error
 * arose, and are small enough for the package.
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
