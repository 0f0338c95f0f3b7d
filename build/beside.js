// node build/beside.js FIRST SECOND [ARGUMENT...]: runs a command, and beside it a second one, which has the screen. What the first
// one said stands behind it, if it failed; with either of them, this fails.
import { spawn } from 'node:child_process';

const [first = '', second = '', ...rest] = process.argv.slice(2);

/** Runs a command as npm does, which finds programs of node_modules, and gives what it said and how it ended. */
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
