// node build/beside.js FIRST SECOND [ARGUMENT...]: runs two commands in parallel. The second one has the screen; the output of the
// first follows if it failed. Fails if either fails.
import { spawn } from 'node:child_process';

const [first = '', second = '', ...rest] = process.argv.slice(2);

/** Runs a command with the PATH of npm, and returns its output and exit code. */
const run = (command, stdio) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data));
    child.on('close', (code) => resolve({ code, said }));
  });

const quoted = rest.map((word) => JSON.stringify(word)).join(' ');
const [{ code, said }, other] = await Promise.all([
  run(first, ['ignore', 'pipe', 'pipe']),
  run(`${second} ${quoted}`, 'inherit'),
]);
if (code !== 0) console.error(`${said}\n${first} failed.`);
process.exitCode = code || other.code;
