#!/usr/bin/env node
const { writeSync } = require('node:fs');

const argv = process.argv.slice(2);

/** Answers a bare --version as fast as Node starts; if stdout can't be written, the tool itself says what is wrong. */
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
  const { load, keep } = require('../dist/loader.cjs').chunksIn(`${__dirname}/../dist`, process.env, require);
  const { processIo, run } = load('main.cjs');
  const io = processIo(__filename);
  // Node ends when nothing is left to wait for: then the outcome is unknown, which is not a success.
  process.exitCode = 1;
  run(argv, io).then(io.end).then(keep);
}
