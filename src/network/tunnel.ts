import type { Socket } from 'node:net';
import { type buildConnector, Client, errors } from 'undici';
import { codeOf } from './connection-failure.ts';
import { type ConnectionFacts, NoConnection } from './errors.ts';
import type { HttpProxy } from './network.ts';

/**
 * Opens a connection through a proxy to `target`, a host and port; nothing has been sent on it yet. `connect` makes the
 * connection to the proxy itself. Fails with `NoConnection`: whatever the proxy says, no byte of a request has left.
 */
export const openTunnel = async (
  proxy: HttpProxy,
  target: string,
  connect: buildConnector.connector,
  timeoutMs: number,
): Promise<Socket> => {
  const client = new Client(proxy.origin, {
    connect,
    headersTimeout: timeoutMs,
  });
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: {
        host: target,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    // Nobody needs the rest of the proxy's refusal.
    socket.on('error', () => {}).destroy();
    throw new NoConnection(refusal(statusCode, proxy, target));
  } catch (error) {
    throw error instanceof NoConnection ? viaProxy(error, proxy) : brokenOff(error, proxy, timeoutMs);
  } finally {
    // The tunnel was taken from the client, which has no other connection.
    void client.destroy();
  }
};

const refusal = (
  status: number,
  { host, authorization, variable }: HttpProxy,
  target: string,
): ConnectionFacts => {
  const code = `PROXY_${status}`;
  if (status === 407) {
    const how =
      authorization === undefined ? 'asks for a user and password' : 'refused the user and password';
    return { obstacle: 'proxy', detail: `the proxy ${host} ${how} of ${variable} (407)`, code };
  }
  if (status >= 500)
    return {
      obstacle: 'unreachable',
      detail: `the proxy ${host} could not reach ${target} (${status})`,
      code,
    };
  return { obstacle: 'proxy', detail: `the proxy ${host} refuses to connect to ${target} (${status})`, code };
};

/** The proxy itself could not be reached. */
const viaProxy = (error: NoConnection, { host }: HttpProxy): NoConnection => {
  const { facts } = error;
  if (facts.detail.includes(host)) return error;
  return new NoConnection(
    { ...facts, detail: `the proxy ${host} can't be reached: ${facts.detail}`, isProxys: true },
    { cause: error },
  );
};

const brokenOff = (error: unknown, { host }: HttpProxy, timeoutMs: number): NoConnection => {
  const what =
    error instanceof errors.HeadersTimeoutError
      ? `did not answer within ${timeoutMs / 1000} s`
      : 'broke the connection off';
  return new NoConnection(
    { obstacle: 'unreachable', detail: `the proxy ${host} ${what}`, code: codeOf(error), isProxys: true },
    { cause: error },
  );
};
