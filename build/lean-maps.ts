import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Plugin } from 'rolldown';

/**
 * Keeps only what a source map says of sources of our own, and drops the names in it. It still shows where an error arose: a
 * line within a library is as good where it is in the bundle. With the libraries, the maps took a third of the package.
 */
export const leanMaps = (): Plugin => ({
  name: 'lean-maps',
  generateBundle(_, bundle) {
    for (const [file, output] of Object.entries(bundle)) {
      if (output.type !== 'asset' || !file.endsWith('.map')) continue;
      const map = JSON.parse(String(output.source));
      const isOurs = map.sources.map((source: string) => source.startsWith('src/'));
      if (isOurs.includes(true))
        output.source = JSON.stringify({
          ...map,
          names: [],
          sources: map.sources.map((source: string, index: number) => (isOurs[index] ? source : '')),
          mappings: encode(decode(map.mappings).map((line) => lean(line, isOurs))),
        });
      else delete bundle[file];
    }
  },
});

/** A line's segments: those of our sources, and where what follows is not ours. */
const lean = (line: readonly SourceMapSegment[], isOurs: readonly boolean[]): SourceMapSegment[] => {
  const kept: SourceMapSegment[] = [];
  for (const [column, source, row = 0, at = 0] of line)
    if (source !== undefined && isOurs[source]) kept.push([column, source, row, at]);
    else if (kept.length > 0 && kept.at(-1)?.length !== 1) kept.push([column]);
  return kept;
};
