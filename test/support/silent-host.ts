import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Prints its port; it has room for one connection that it has not accepted. */
const listener = `
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(String(server.address().port)));
`;

/**
 * A host that is there and answers nothing, not even that it is there, as one behind a firewall: a program that was
 * halted, and whose room for connections others have taken.
 */
export const startSilentHost = async (): Promise<{ url: string }> => {
  const child = spawn(process.execPath, ['-e', listener], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  });
  child.kill('SIGSTOP');
  // The system takes a few more than it was told.
  while (await takesOne(port, sockets));
  return { url: `http://127.0.0.1:${port}` };
};

const takesOne = async (port: number, sockets: Socket[]): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const late = AbortSignal.timeout(300);
  return once(socket, 'connect', { signal: late }).then(
    () => true,
    () => false,
  );
};
