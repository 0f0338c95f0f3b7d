import type { Vite } from 'vitest/node';

/** Makes a transcript a file of tests. */
export const transcripts: Vite.Plugin = {
  name: 'transcripts',
  enforce: 'pre',
  load: (id) =>
    /\/test\/transcripts\/[^/]+\.txt$/.test(id)
      ? `import { testTranscript } from './tests.ts';\ntestTranscript(${JSON.stringify(id)});`
      : undefined,
};
