import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // Most tests wait for a process, for the disk or for a time more than they compute.
    maxWorkers: 2 * availableParallelism(),
    // The tool is loaded once by each process that runs tests, and not once by each file of them: a test that changes what
    // others would see (clocks, the environment) puts it back.
    isolate: false,
    // What a developer's own environment says must not change what a test sees.
    env: { NO_COLOR: '', FORCE_COLOR: '', TZ: 'UTC' },
    projects: [
      { extends: true, test: { name: 'neutral', include: ['test/**/*.test.ts'] } },
      {
        // Every command once more, against a deployment that has another name for everything.
        extends: true,
        test: {
          name: 'dialect',
          // Behind the others, and not among them: no process can go on from a file of one project to one of the other.
          sequence: { groupOrder: 1 },
          include: ['test/commands/**/*.test.ts'],
          // These keep profiles of their own.
          exclude: ['test/commands/{profiles*,dialect,guards}.test.ts'],
          env: { RESALE_TEST_DIALECT: '1' },
        },
      },
    ],
  },
});
