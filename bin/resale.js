#!/usr/bin/env node
const { writeSync } = require('node:fs');

const argv = process.argv.slice(2);

/** Answers a bare --version as fast as Node starts; where stdout does not take it, the tool itself says what is wrong. */
const versionWasSaid = () => {
  if (argv.length !== 1 || (argv[0] !== '--version' && argv[0] !== '-V')) return false;
  try {
    writeSync(1, `${require('../package.json').version}\n`);
    return true;
  } catch {
    return false;
  }
};

if (!versionWasSaid()) {
  const { processIo, run } = require('../dist/main.cjs');
  run(argv, processIo(__filename)).then((code) => {
    process.exitCode = code;
  });
}
