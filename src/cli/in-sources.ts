import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** A line of a stack: where in a built file a call was made. */
const frame = /^(\s+at (?:.* \()?)(?:file:\/\/)?(.+\.cjs):(\d+):(\d+)(\)?)$/gm;

/** A stack with the places of the sources instead of those of the built files, as far as there are maps beside these. */
export const inSources = (stack: string): string => {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(
    frame,
    (line, before: string, file: string, row: string, column: string, after: string) => {
      if (!maps.has(file)) maps.set(file, mapOf(file));
      const place = maps.get(file)?.findEntry(Number(row) - 1, Number(column) - 1);
      return place !== undefined && 'originalSource' in place
        ? `${before}${place.originalSource}:${place.originalLine + 1}:${place.originalColumn + 1}${after}`
        : line;
    },
  );
};

/** The first place in the sources of this tool that a stack names: `src/client/answer.ts:71:15`. */
export const firstPlace = (stack: string): string | undefined =>
  /\b(src\/[\w/-]+\.ts:\d+:\d+)\)?$/m.exec(inSources(stack))?.[1];

const mapOf = (file: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    // Without a map the place in the built file has to do.
    return undefined;
  }
};
