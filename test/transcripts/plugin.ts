import type { Vite } from 'vitest/node';

const isTranscript = (id: string) => /\/test\/transcripts\/[^/]+\.txt$/.test(id);

let isUpdate = false;

/** Makes a transcript a file of tests, which record it anew with `--update`. */
export const transcripts: Vite.Plugin = {
  name: 'transcripts',
  enforce: 'pre',
  configureVitest({ vitest, experimental_defineCacheKeyGenerator: cacheKeyOf }) {
    isUpdate = vitest.config.snapshotOptions.updateSnapshot === 'all';
    cacheKeyOf(({ id }) => (isTranscript(id) ? false : undefined));
  },
  load: (id) =>
    isTranscript(id)
      ? `import { testTranscript } from './tests.ts';\ntestTranscript(${JSON.stringify(id)}, ${isUpdate});`
      : undefined,
};
