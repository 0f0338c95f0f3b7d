import type { Reporter } from 'vitest/node';

/** Of these files, root can run some tests and anybody else others: `.ci/run` runs them as both. */
const asBoth = [
  'test/planted.test.ts',
  'test/commands/doctor.test.ts',
  'test/profiles/guarded-files.test.ts',
  'test/runs/rows/row-file.test.ts',
  'test/terminal/out-file.test.ts',
];

/** Fails a run in which another test was skipped: nobody would notice if it broke. */
export const noSkips: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'skipped' || asBoth.includes(test.module.relativeModuleId)) return;
    console.error(`skipped: ${test.module.relativeModuleId} > ${test.fullName}`);
    process.exitCode = 1;
  },
};
