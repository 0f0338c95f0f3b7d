// .ci/ledger.js FOLDER: reads what vitest reported of each run of the tests into FOLDER (VITEST_LEDGER), and fails if a test was
// skipped in all of them: nobody would notice if it broke. Those that need what a machine may not have are named in the end.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Tests that need another system, or a service that is named to them. */
const elsewhere = [/^test\/contract\/contract\.test\.ts/];

const folder = process.argv[2] ?? '';
const ran = new Map();
for (const name of readdirSync(folder))
  for (const { name: file, assertionResults } of JSON.parse(readFileSync(join(folder, name), 'utf8'))
    .testResults)
    for (const { fullName, status } of assertionResults) {
      const test = `${relative(process.cwd(), file)}: ${fullName}`;
      ran.set(test, ran.get(test) === true || status === 'passed' || status === 'failed');
    }
const never = [...ran].filter(([test, wasRun]) => !wasRun && !elsewhere.some((known) => known.test(test)));
for (const [test] of never) console.log(`ran nowhere: ${test}`);
console.log(`${ran.size - never.length} tests ran somewhere, ${never.length} nowhere`);
process.exitCode = never.length > 0 ? 1 : 0;
