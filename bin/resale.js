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
  const { keepCompiled, processIo, run } = require('../dist/main.cjs');
  const io = processIo(__filename);
  // Node ends where nothing is left to wait for: then nobody knows what became of it, and that is no success.
  process.exitCode = 1;
  keepCompiled(io.env);
  run(argv, io).then((code) => {
    process.exitCode = code;
  });
}
