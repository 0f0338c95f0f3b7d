import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { dropTypedAhead } from '../../../src/terminal/prompts/prompt.ts';
import { listenForTest } from '../../support/on-loopback.ts';
import { someone } from '../someone.ts';

test('keys that came while the process was suspended are dropped, though the time is up when it continues', async () => {
  const server = createServer({ pauseOnConnect: true });
  const sockets = new Set<Socket>();
  const typist = new Socket();
  sockets.add(typist);
  const port = await listenForTest(server, sockets);
  typist.connect(port, '127.0.0.1');
  const [keyboard] = (await once(server, 'connection')) as [Socket];
  sockets.add(keyboard);
  const stdin = Object.assign(keyboard, { setRawMode: () => keyboard });

  const dropped = dropTypedAhead({ ...someone().io, stdin });
  typist.write('too early');
  // As on a busy machine: nothing runs, and nothing is read, for longer than the silence has to last.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  await dropped;

  typist.write('later');
  const [left] = await once(keyboard.resume(), 'data');
  expect(String(left)).toBe('later');
});
