import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import type { Place, PlaceFault } from '../fault.ts';

const noService = (name: string, place: PlaceFault['place'], again?: true): PlaceFault => ({
  group: 'no service there',
  name,
  change: 'not-sent',
  exits: [7],
  ...(again ? { again } : {}),
  place,
});

/** Somebody has to mend it. */
const notSafe = (name: string, place: PlaceFault['place']): PlaceFault => ({
  ...noService(name, place),
  exits: [1],
});

/** A host that does something with each connection, or nothing. */
const hostThat = async (conduct: (socket: Socket) => void): Promise<Place> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    conduct(socket);
  });
  return placeOf(server, () => {
    for (const socket of sockets) socket.destroy();
  });
};

const placeOf = async (server: Server, end: () => void = () => {}): Promise<Place> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    close() {
      server.close();
      end();
    },
  };
};

const day = 24 * 3_600_000;

/** A host whose certificate is for this host, and valid from one day of now to another. Nobody vouches for it. */
const hostCertified = async (host: string, from: number, to: number): Promise<Place> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + from * day),
    notAfterDate: new Date(Date.now() + to * day),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const server = createTlsServer({ key, cert }, (_, response) => response.end('{}'));
  return placeOf(server, () => server.closeAllConnections());
};

/** Nothing that could be asked: no request leaves. */
export const places: readonly PlaceFault[] = [
  // Nothing on any machine listens on port 1.
  noService('nobody listens', async () => ({ url: 'http://127.0.0.1:1', close() {} }), true),
  noService('no such host', async () => ({ url: 'https://shop.invalid', close() {} }), true),
  notSafe('http where https is spoken to', () =>
    hostThat((socket) => void socket.end('HTTP/1.1 400 So\r\n\r\n')),
  ),
  noService('a reset in the handshake', () => hostThat((socket) => void socket.resetAndDestroy()), true),
  { ...noService('a handshake that never ends', () => hostThat(() => {})), isEndless: true },
  notSafe('a certificate nobody vouches for', () => hostCertified('127.0.0.1', -1, 1)),
  notSafe('a certificate that has expired', () => hostCertified('127.0.0.1', -9, -2)),
  notSafe('a certificate of tomorrow', () => hostCertified('127.0.0.1', 1, 2)),
  notSafe('a certificate for another host', () => hostCertified('shop.example', -1, 1)),
];
