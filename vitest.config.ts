import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // What a developer's own environment says must not change what a test sees.
    env: { NO_COLOR: '', FORCE_COLOR: '' },
  },
});
