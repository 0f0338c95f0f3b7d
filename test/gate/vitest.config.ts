import { defineConfig } from 'vitest/config';
import whole from '../../vitest.config.ts';

const { projects: _, ...test } = whole.test ?? {};

/** As all tests run, but in one project and one process: what `mutant.ts` runs its few tests with, once for each break. */
export default defineConfig({
  root: process.cwd(),
  test: { ...test, include: ['test/**/*.test.ts'], maxWorkers: 1, bail: 1, retry: 0, reporters: [{}] },
});
