import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // Most tests wait for a process or for the disk more than they compute.
    maxWorkers: availableParallelism(),
    // What a developer's own environment says must not change what a test sees.
    env: { NO_COLOR: '', FORCE_COLOR: '', TZ: 'UTC' },
    projects: [
      { extends: true, test: { name: 'neutral', include: ['test/**/*.test.ts'] } },
      {
        // Every command once more, against a deployment that has another name for everything.
        extends: true,
        test: {
          name: 'dialect',
          include: ['test/commands/**/*.test.ts'],
          // These keep profiles of their own.
          exclude: ['test/commands/{profiles*,dialect,guards}.test.ts'],
          env: { RESALE_TEST_DIALECT: '1' },
        },
      },
    ],
  },
});
