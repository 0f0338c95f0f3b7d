import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Bundle, readBundle } from '../http/connection/authorities.ts';
import { NoConnection } from '../http/connection/connection-error.ts';
import { createConnector } from '../http/connection/connector.ts';
import { type HttpProxy, plainNetwork, proxyVariables } from '../http/connection/network.ts';
import { certificateOf, day } from '../http/connection/tls.ts';
import { portOf, serverAddressOf } from '../http/connection/url.ts';
import { networkOf } from '../line/connections.ts';
import type { Invocation } from '../line/invocation.ts';
import { type ActiveProfile, baseUrlFrom } from '../profiles/active-profile.ts';
import type { Io } from '../terminal/io.ts';
import { type Check, type CheckResult, ok } from './examine.ts';

/** The authorities that this machine trusts in addition to Node's own. */
export const authoritiesOutcome = async (bundle: Bundle | undefined, { env }: Io): Promise<CheckResult> => {
  const extra = env.NODE_EXTRA_CA_CERTS;
  const files: string[] = [];
  for (const file of [bundle, extra ? { path: extra, source: 'NODE_EXTRA_CA_CERTS' } : undefined])
    if (file) files.push(`${(await readBundle(file)).length} in ${file.path}, from ${file.source}`);
  return ok(["Node's own", ...files].join(', and '));
};

/** Checks the proxy, and one connection. Without a URL, nothing is tried. */
export function* connectionChecks(
  { io, settings }: Invocation,
  active: ActiveProfile | undefined,
  known: URL | undefined,
): Generator<Check> {
  const url = known ?? new URL('https://nowhere.invalid');
  let network = plainNetwork;
  yield {
    name: 'proxy',
    needs: known ? ['authorities'] : ['profile'],
    async run() {
      network = await networkOf(io, settings, active);
      return proxyOutcome(url, network.proxyFor(url), io);
    },
  };
  yield {
    name: 'connection',
    needs: ['proxy'],
    async run() {
      const connector = createConnector({ network, timeoutMs: settings.timeoutMs });
      const began = performance.now();
      try {
        return connectionOutcome(await connector.connect(url), url, performance.now() - began);
      } catch (error) {
        if (!(error instanceof NoConnection) || network.proxyFor(url)) throw error;
        const detail = `${url.hostname} port ${portOf(url)}: ${error.facts.detail}`;
        const sought = serverAddressOf(url, active && baseUrlFrom(active));
        throw new NoConnection({ ...error.facts, detail }, { cause: error }, sought);
      } finally {
        connector.close();
      }
    },
  };
}

const proxyOutcome = (url: URL, proxy: HttpProxy | undefined, { env }: Io): CheckResult => {
  if (proxy) {
    const as = proxy.authorization === undefined ? '' : ', with a user and password';
    return ok(`${proxy.host}${as}, from ${proxy.variable}`);
  }
  const named = proxyVariables.find((name) => env[name]);
  return ok(named ? `none on the way to ${url.host}, though ${named} is set` : 'none');
};

const connectionOutcome = (socket: Socket, { protocol }: URL, milliseconds: number): CheckResult => {
  const to = `${socket.remoteAddress} port ${socket.remotePort}, in ${milliseconds.toFixed(0)} ms`;
  if (protocol === 'http:') return ok(`${to}; plain http, which stays on this machine`);
  const version = (socket as TLSSocket).getProtocol() ?? 'TLS';
  const certificate = certificateOf((socket as TLSSocket).getPeerCertificate());
  if (certificate === undefined) return ok(`${to}; ${version}`);
  const { subject, issuer, validTo } = certificate;
  return ok(`${to}; ${version}, subject ${subject}, issuer ${issuer}, valid until ${day(validTo)}`);
};
