// Loaded into each real process before the tool: notes the folders that it makes, since nobody can tell that from outside.
const fs = require('node:fs');

const { appendFileSync, mkdirSync } = fs;

fs.mkdirSync = (path, ...options) => {
  const first = mkdirSync(path, ...options);
  appendFileSync(process.env.SIMULATOR_FOLDERS, `${path}\n`);
  return first;
};
