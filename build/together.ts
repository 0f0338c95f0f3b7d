import type { CodeSplittingGroup } from 'rolldown';

/**
 * What is loaded together, by the name of the chunk that it then stands in: the modules named here and all that they
 * import. To find and open a chunk takes longer than to read what most modules say. What several of them import stands in
 * the first, so what is light and used by many comes before what is heavy.
 */
const chunks: Readonly<Record<string, RegExp>> = {
  main: /\/src\/main\.ts$/,
  places: /\/src\/profiles\/(?:directories|sandbox-profile)\.ts$/,
  cli: /\/src\/(?:cli\/(?:parser|command|preview)|docs\/help|disk\/system-reason|(?:client|terminal)\/errors)\.ts$/,
  zod: /\/node_modules\/zod\/|\/src\/service\/broken-rules\.ts$/,
  run: /\/src\/(?:cli\/execute|terminal\/(?:present|field|character-set))\.ts$|\/node_modules\/lossless-json\//,
  drawing: /\/src\/terminal\/(?:drawing|table)\.ts$/,
  shared:
    /\/src\/(?:profiles\/active-profile|service\/(?:constants|dialect|errors)|client\/(?:listings|pause|retry)|network\/errors|cli\/trace)\.ts$/,
  service: /\/src\/service\/(?:endpoints|translation)\.ts$/,
  call: /\/src\/(?:client\/client|network\/network)\.ts$/,
};

/** The groups of rolldown that make these chunks. */
export const together: CodeSplittingGroup[] = Object.entries(chunks).map(
  ([name, test], index, { length }) => ({
    name,
    test,
    priority: length - index,
  }),
);
