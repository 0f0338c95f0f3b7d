import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connectTimeoutMs, networkOf } from '../cli/connection.ts';
import type { Invocation } from '../cli/invocation.ts';
import { type Bundle, readBundle } from '../network/authorities.ts';
import { noConnection } from '../network/connection-failure.ts';
import { createConnector } from '../network/connector.ts';
import { NoConnection } from '../network/errors.ts';
import { type HttpProxy, type Network, plainNetwork } from '../network/network.ts';
import { certificateOf, day, wantsUncheckedTls } from '../network/tls.ts';
import { bareHost, portOf, soughtAt } from '../network/url.ts';
import { type ActiveProfile, baseUrlFrom } from '../profiles/active-profile.ts';
import type { Io } from '../terminal/io.ts';
import { type Check, type CheckResult, ok, skipped, warning } from './check.ts';

/** The authorities that this machine trusts in addition to Node's own. */
export const authoritiesOutcome = async (bundle: Bundle | undefined, { env }: Io): Promise<CheckResult> => {
  const extra = env.NODE_EXTRA_CA_CERTS;
  const said: string[] = [];
  for (const file of [bundle, extra ? { path: extra, source: 'NODE_EXTRA_CA_CERTS' } : undefined])
    if (file) said.push(`${(await readBundle(file)).length} in ${file.path}, from ${file.source}`);
  const told = ["Node's own", ...said].join(', and ');
  return wantsUncheckedTls(env)
    ? warning(
        `${told}; NODE_TLS_REJECT_UNAUTHORIZED=0 is set, and ignored`,
        'Unset it: other programs that run on Node trust any server with it. --ca-bundle names an authority to trust.',
      )
    : ok(told);
};

const dayMs = 86_400_000;
const soonDays = 14;

/** From the proxy to the name, to an address, to a connection, to a secure connection. Nothing is tried without a URL. */
export function* connectionChecks(
  { io, settings }: Invocation,
  active: ActiveProfile | undefined,
  known: URL | undefined,
): Generator<Check> {
  const url = known ?? new URL('https://nowhere.invalid');
  const timeoutMs = connectTimeoutMs(settings);
  let way = plainNetwork;
  let proxy: HttpProxy | undefined;
  // What this machine connects to itself: the service, or the proxy.
  let hop = url;
  const hopName = () => `${proxy ? 'the proxy ' : ''}${hop.hostname}`;
  /** Makes an error say at which hop it occurred. */
  const at = async (place: () => string, reach: () => Promise<CheckResult>): Promise<CheckResult> => {
    try {
      return await reach();
    } catch (error) {
      const attempted = { whose: hopName(), host: bareHost(hop), certificate: undefined, timeoutMs };
      const { facts } = noConnection(error, attempted);
      const detail = `${place()}: ${facts.detail}`;
      const sought = proxy ? undefined : soughtAt(url, active && baseUrlFrom(active));
      throw new NoConnection({ ...facts, detail, isProxys: proxy !== undefined }, { cause: error }, sought);
    }
  };
  yield {
    name: 'proxy',
    needs: known ? ['authorities'] : ['profile'],
    async run() {
      way = await networkOf(io, settings, active);
      proxy = way.proxyFor(url);
      hop = new URL(proxy?.origin ?? url.origin);
      return proxyOutcome(url, proxy, io);
    },
  };
  yield {
    name: 'dns',
    needs: ['proxy'],
    run: () =>
      at(hopName, async () => {
        const host = bareHost(hop);
        if (isIP(host)) return ok(`${hopName()} is already an address`);
        const addresses = await lookup(host, { all: true });
        return ok(`${hopName()} is ${addresses.map(({ address }) => address).join(', ')}`);
      }),
  };
  yield {
    name: 'tcp',
    needs: ['dns'],
    run: () =>
      at(
        () => `${hopName()} port ${portOf(hop)}`,
        () => {
          const began = performance.now();
          const place = { hostname: bareHost(hop), protocol: 'http:', port: portOf(hop) };
          return connected(place, plainNetwork, timeoutMs, ({ remoteAddress }) => {
            const name = hopName() === remoteAddress ? '' : `${hopName()}, `;
            const took = (performance.now() - began).toFixed(0);
            return ok(`${name}${remoteAddress} port ${place.port}, in ${took} ms`);
          });
        },
      ),
  };
  yield {
    name: 'tls',
    needs: ['tcp'],
    async run() {
      const { host, protocol, port } = url;
      if (protocol === 'http:') return skipped('plain http, which stays on this machine');
      return connected({ hostname: bareHost(url), host, protocol, port }, way, timeoutMs, tlsOutcome);
    },
  };
}

const proxyOutcome = (url: URL, proxy: HttpProxy | undefined, { env }: Io): CheckResult => {
  if (proxy) {
    const as = proxy.authorization === undefined ? '' : ', with a user and password';
    return ok(`${proxy.host}${as}, from ${proxy.variable}`);
  }
  const named = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => env[name]);
  return ok(named ? `none on the way to ${url.host}, though ${named} is set` : 'none');
};

const tlsOutcome = (socket: Socket): CheckResult => {
  const version = (socket as TLSSocket).getProtocol() ?? 'TLS';
  const certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
  if (certificate === undefined) return ok(version);
  const { subject, issuer, validTo } = certificate;
  const days = Math.floor((validTo.getTime() - Date.now()) / dayMs);
  const told = `${version}, subject ${subject}, issuer ${issuer}, valid until ${day(validTo)} (${days} days)`;
  return days < soonDays
    ? warning(told, 'The certificate expires soon: tell whoever runs the server.')
    : ok(told);
};

const connected = async (
  place: { hostname: string; host?: string; protocol: string; port: string },
  network: Network,
  timeoutMs: number,
  look: (socket: Socket) => CheckResult,
): Promise<CheckResult> => {
  const connector = createConnector({ network, timeoutMs });
  try {
    return look(
      await new Promise<Socket>((resolve, reject) =>
        connector.connect(place, (error, socket) => (error ? reject(error) : resolve(socket))),
      ),
    );
  } finally {
    await connector.close();
  }
};
