// Loaded into each real process before the tool: notes the folders that it makes and when, since nobody can tell that from outside.
const fs = require('node:fs');

const { appendFileSync, mkdirSync } = fs;

fs.mkdirSync = (path, ...options) => {
  const first = mkdirSync(path, ...options);
  appendFileSync(process.env.SIMULATOR_FOLDERS, `${Date.now()} ${path}\n`);
  return first;
};
