import { defineConfig } from 'vitest/config';
import whole from '../../../vitest.config.ts';

const { projects: _, ...test } = whole.test ?? {};

/** What `breakable.ts` runs tests with: as all tests run, but in one project, one after the other, and silently. */
export default defineConfig({
  plugins: whole.plugins ?? [],
  root: process.cwd(),
  test: {
    ...test,
    include: ['test/**/*.test.ts', 'test/transcripts/*.txt'],
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    // With some faults, a test waits for what never comes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    execArgv: [...(test.execArgv ?? []), '--disable-warning=Warning'],
  },
});
