#!/usr/bin/env node
const { processIo, run } = require('../dist/main.cjs');

run(process.argv.slice(2), processIo(__filename)).then((code) => {
  process.exitCode = code;
});
