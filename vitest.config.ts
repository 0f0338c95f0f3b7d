import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defaultExclude, defineConfig } from 'vitest/config';
import { noSkips } from './test/support/no-skips.ts';
import { transcripts } from './test/transcripts/plugin.ts';

/**
 * The files that run a second time, against a deployment that has another name for everything. Names are translated
 * between the commands and the network, endpoint by endpoint, and test/service tests the translation itself; these files
 * cover every endpoint in both directions, its errors, the feed, and rows of files. What else a command does never sees a
 * name.
 */
const dialectFiles = [
  ...[
    'feed-fetch',
    'inventory-adjust',
    'inventory-set',
    'listings-create',
    'listings-get',
    'listings-list',
  ].map((name) => `test/transcripts/${name}.txt`),
  ...['grade', 'shops-lookup', 'api', 'rows'].map((name) => `test/transcripts/${name}.txt`),
];
const missing = dialectFiles.filter((path) => !existsSync(new URL(path, import.meta.url)));
if (missing.length > 0) throw new Error(`vitest.config.ts names tests that are not there: ${missing}`);

/**
 * What starts processes, and what tries in very many ways what other tests try in a few: kills, every fault and every closed
 * stream against every command, arbitrary inputs, very long texts. `.ci/run` runs it, and with it the short form of `npm run torture`.
 */
const resilienceFiles = [
  'test/resilience/{fuzz,torture}/**/*.test.ts',
  'test/resilience/faults/*.test.ts',
  'test/resilience/claims/more-doors.test.ts',
  'test/resilience/contract/unfit.test.ts',
  'test/resilience/simulator/{simulate,real/*}.test.ts',
  'test/**/long-{feed,sheet,texts}.test.ts',
];

/** The built tool in processes, terminals, shells and browsers: `npm run e2e`. */
const e2eFiles = ['test/e2e/**/*.test.ts'];

/**
 * Where tests make their folders: in TMPDIR, whatever its name; where none is set, in memory if there is room for it, because
 * they make thousands of them, and a disk takes its time for each.
 */
const temporaryFolder = (): string => process.env.TMPDIR ?? (hasRoom('/dev/shm') ? '/dev/shm' : tmpdir());

/** Whether a folder has a gibibyte to spare, and programs in it may be started, which a mount can forbid. */
const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const place = mkdtempSync(`${folder}/resale-`);
    try {
      writeFileSync(`${place}/program`, '', { mode: 0o700 });
      accessSync(`${place}/program`, constants.X_OK);
    } finally {
      rmSync(place, { recursive: true });
    }
    return bavail * bsize >= 1024 ** 3;
  } catch {
    return false;
  }
};

export default defineConfig({
  plugins: [transcripts],
  test: {
    // What hangs is told; what is slow on a busy machine is not. No test says how long it may take: these are the only bounds.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is polled and does not come for so long never comes.
    expect: { poll: { timeout: 30_000 } },
    // Libraries are as they are in the bundle.
    setupFiles: 'test/support/as-bundled.ts',
    // Where a test waits for a process or a time, one of another worker computes. Each worker loads and optimises the whole tool
    // anew, so that more of them would cost more than they gain.
    maxWorkers: availableParallelism() + 2,
    // The tool is loaded once by each process that runs tests, and not once by each file of them: a test that changes what
    // others would see (clocks, the environment) puts it back.
    isolate: false,
    // Most of what a test runs, it runs once: V8 optimises later (only Node 20 knows that flag), and tidies up less often, and at
    // one go: it does so for every thousand pieces that sockets have brought, and there is little to find.
    execArgv: [
      '--max-semi-space-size=64',
      '--no-incremental-marking',
      ...(process.version.startsWith('v20.') ? ['--interrupt-budget=400000'] : []),
    ],
    // In CI, what a machine lacks is no reason to leave a test out.
    reporters: process.env.NO_SKIPS ? ['default', noSkips] : ['default'],
    // What was made of a source file is kept in node_modules for the next time.
    experimental: { fsModuleCache: true },
    // A developer's own environment must not change what a test sees.
    env: { NO_COLOR: '', FORCE_COLOR: '', NODE_EXTRA_CA_CERTS: '', TZ: 'UTC', TMPDIR: temporaryFolder() },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'test/transcripts/*.txt'],
          // A project does not hear of --exclude.
          exclude: [...defaultExclude, ...e2eFiles, ...resilienceFiles],
        },
      },
      {
        extends: true,
        test: {
          name: 'dialect',
          include: dialectFiles,
          env: { RESALE_TEST_DIALECT: '1' },
          // Behind the others, not among them: no process can continue from a file of one with one of the other.
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'e2e', include: e2eFiles } },
      { extends: true, test: { name: 'resilience', include: resilienceFiles } },
    ],
  },
});
