import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../bin/resale.js', import.meta.url));

/** Runs the built tool with what was typed, and returns its exit code and what it printed. */
export const run = () =>
  spawnSync(process.execPath, [bin, ...process.argv.slice(2)], {
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'pipe'],
  });

/** Ends this process as the tool ended. */
export const end = ({ status, stdout, stderr }) => {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status;
};
