import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Bundle, readBundle } from '../network/authorities.ts';
import { noConnection } from '../network/connection-failure.ts';
import { createConnector } from '../network/connector.ts';
import { NoConnection, type Sought } from '../network/errors.ts';
import { type Network, plainNetwork } from '../network/network.ts';
import type { HttpProxy } from '../network/proxy.ts';
import { certificateOf, day, wantsUncheckedTls } from '../network/tls.ts';
import { bareHost, portOf, soughtAt } from '../network/url.ts';
import type { Io } from '../terminal/io.ts';
import { type Finding, failed, found, ok, skipped, warning } from './finding.ts';

/** Whether there is a proxy on the way to a URL, and which variable names it. Its user and password are not shown. */
export const proxyFinding = (url: URL, proxy: HttpProxy | undefined, { env }: Io): Finding => {
  if (proxy) {
    const as = proxy.authorization === undefined ? '' : ', with a user and password';
    return ok('proxy', `${proxy.host}${as}, from ${proxy.variable}`);
  }
  const named = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => env[name]);
  return ok('proxy', named ? `none on the way to ${url.host}, though ${named} is set` : 'none');
};

/** Whom this machine trusts in addition to Node's own authorities. */
export const authoritiesFinding = async (bundle: Bundle | undefined, { env }: Io): Promise<Finding> => {
  const check = 'authorities';
  const extra = env.NODE_EXTRA_CA_CERTS;
  const files = [bundle, extra ? { path: extra, source: 'NODE_EXTRA_CA_CERTS' } : undefined];
  const said: string[] = [];
  for (const file of files)
    if (file)
      try {
        said.push(`${(await readBundle(file)).length} in ${file.path}, from ${file.source}`);
      } catch (error) {
        return failed(check, error);
      }
  const told = said.length > 0 ? `those of Node, and ${said.join(', and ')}` : 'those of Node';
  return wantsUncheckedTls(env)
    ? warning(
        check,
        `${told}; NODE_TLS_REJECT_UNAUTHORIZED=0 is set, and ignored`,
        'Unset it: other programs that run on Node trust any server with it. --ca-bundle names an authority to trust.',
      )
    : ok(check, told);
};

/** What is to be reached, and how. */
export interface Target {
  url: URL;
  /** Where its address comes from, or how to change it, in a sentence. */
  urlFrom: string | undefined;
  network: Network;
  timeoutMs: number;
}

const dayMs = 86_400_000;
const soonDays = 14;

/** From name to address, to connection, to secure connection. After a step that fails, the next ones are not tried. */
export async function* connectionFindings(to: Target): AsyncGenerator<Finding> {
  const hop = firstHopOf(to);
  const dns = await found('dns', () => dnsFinding(hop));
  yield dns;
  if (dns.status === 'failed') {
    yield skipped('tcp', 'there is no address');
    yield skipped('tls', 'there is no connection');
    return;
  }
  const tcp = await found('tcp', () => tcpFinding(hop));
  yield tcp;
  if (tcp.status === 'failed') yield skipped('tls', 'there is no connection');
  else yield await found('tls', () => tlsFinding(to));
}

/** What this machine connects to itself: the service, or a proxy on the way. */
interface FirstHop {
  host: string;
  port: string;
  /** As it is shown: `shop.example`, `the proxy proxy.example`. */
  name: string;
  timeoutMs: number;
  /** Undefined if it is a proxy. */
  sought: Sought | undefined;
}

const firstHopOf = ({ url, network, timeoutMs, urlFrom }: Target): FirstHop => {
  const proxy = network.proxyFor(url);
  const hop = new URL(proxy?.origin ?? url.origin);
  return {
    host: bareHost(hop),
    port: portOf(hop),
    name: `${proxy ? 'the proxy ' : ''}${hop.hostname}`,
    timeoutMs,
    sought: proxy ? undefined : soughtAt(url, urlFrom),
  };
};

const dnsFinding = async (hop: FirstHop): Promise<Finding> => {
  const { host, name, timeoutMs } = hop;
  if (isIP(host)) return ok('dns', `${name} is already an address`);
  try {
    const addresses = await lookup(host, { all: true });
    return ok('dns', `${name} is ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    throw named(name, noConnection(error, { whose: name, host, certificate: undefined, timeoutMs }), hop);
  }
};

const tcpFinding = async (hop: FirstHop): Promise<Finding> => {
  const { host, port, name, timeoutMs } = hop;
  const began = performance.now();
  const place = { hostname: host, protocol: 'http:', port };
  try {
    return await connected(place, plainNetwork, timeoutMs, ({ remoteAddress }) =>
      ok(
        'tcp',
        `${name === remoteAddress ? '' : `${name}, `}${remoteAddress} port ${port}, in ${(performance.now() - began).toFixed(0)} ms`,
      ),
    );
  } catch (error) {
    throw error instanceof NoConnection ? named(`${name} port ${port}`, error, hop) : error;
  }
};

/** The same failure, with the name of the host in its text. */
const named = (text: string, { facts, cause }: NoConnection, { sought }: FirstHop): NoConnection =>
  new NoConnection(
    { ...facts, detail: `${text}: ${facts.detail}`, isProxys: sought === undefined },
    { cause },
    sought,
  );

const tlsFinding = async ({ url, network, timeoutMs }: Target): Promise<Finding> => {
  const { host, protocol, port } = url;
  if (protocol === 'http:') return skipped('tls', 'plain http, which stays on this machine');
  const place = { hostname: bareHost(url), host, protocol, port };
  return connected(place, network, timeoutMs, (socket) => {
    const version = (socket as TLSSocket).getProtocol() ?? 'TLS';
    const certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
    if (certificate === undefined) return ok('tls', version);
    const { subject, issuer, validTo } = certificate;
    const days = Math.floor((validTo.getTime() - Date.now()) / dayMs);
    const told = `${version}, subject ${subject}, issuer ${issuer}, valid until ${day(validTo)} (${days} days)`;
    return days < soonDays
      ? warning('tls', told, 'The certificate expires soon: tell whoever runs the server.')
      : ok('tls', told);
  });
};

/** Makes a connection, looks at it, and ends it without sending anything. */
const connected = async (
  place: { hostname: string; host?: string; protocol: string; port: string },
  network: Network,
  timeoutMs: number,
  look: (socket: Socket) => Finding,
): Promise<Finding> => {
  const connector = createConnector({ network, timeoutMs });
  try {
    return look(
      await new Promise<Socket>((resolve, reject) =>
        connector.connect(place, (error, socket) => (error ? reject(error) : resolve(socket))),
      ),
    );
  } finally {
    connector.close();
  }
};
