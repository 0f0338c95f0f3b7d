import type { PeerCertificate } from 'node:tls';
import { firstOf } from '../words/counted.ts';
import type { TlsFault } from './errors.ts';

/** What no variable of the environment takes away: NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS would. */
export const safeTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** Whether the environment wants certificates to go unchecked, which this tool does not do. */
export const wantsUncheckedTls = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env.NODE_TLS_REJECT_UNAUTHORIZED === '0';

/** What a server's certificate says. All of it is foreign text, shortened to a readable length. */
export interface Certificate {
  subject: string;
  issuer: string;
  names: readonly string[];
  validFrom: Date;
  validTo: Date;
}

const longestName = 120;

/** A certificate in our form, from Node's; undefined if there is none, as after a broken handshake. */
export const certificateOf = (peer: PeerCertificate | null): Certificate | undefined => {
  if (!peer?.valid_to) return undefined;
  return {
    subject: distinguishedName(peer.subject),
    issuer: distinguishedName(peer.issuer),
    names: (peer.subjectaltname ?? '')
      .split(', ')
      .map((name) => name.replace(/^(?:DNS|IP Address):/, '').slice(0, longestName))
      .filter((name) => name !== ''),
    validFrom: new Date(peer.valid_from),
    validTo: new Date(peer.valid_to),
  };
};

/** `CN=shop.example, O=Shop`; Node gives a repeated field as an array. */
const distinguishedName = (fields: object): string =>
  Object.entries(fields)
    .flatMap(([name, values]: [string, string | string[]]) =>
      [values].flat().map((value) => `${name}=${value}`),
    )
    .join(', ')
    .slice(0, longestName) || 'nobody';

/** `(subject CN=shop.example, issuer CN=Some CA, valid from 2026-01-01 to 2027-01-01)` */
const shownCertificate = ({ subject, issuer, validFrom, validTo }: Certificate): string =>
  `(subject ${subject}, issuer ${issuer}, valid from ${day(validFrom)} to ${day(validTo)})`;

/** The date, in UTC: `2026-11-21`. */
export const day = (time: Date): string =>
  Number.isNaN(time.getTime()) ? 'an unreadable date' : time.toISOString().slice(0, 10);

/** Error codes of OpenSSL and Node, and what they mean. The first match counts. */
const faults: readonly (readonly [RegExp, TlsFault])[] = [
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^CERT_NOT_YET_VALID$/, 'not-yet-valid'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'wrong-host'],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_UNTRUSTED$|^INVALID_CA$/, 'untrusted'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/, 'no-tls'],
  [/UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|INAPPROPRIATE_FALLBACK/, 'old-protocol'],
  [
    /ALERT_CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_HANDSHAKE_FAILURE|ALERT_UNKNOWN_CA/,
    'client-certificate',
  ],
  [/^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|EPROTO|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CA_|EE_)/, 'other'],
];

/** What is wrong with a secure connection, by the code of its error; undefined if the error has nothing to do with TLS. */
export const tlsFaultOf = (code: string): TlsFault | undefined =>
  faults.find(([pattern]) => pattern.test(code))?.[1];

interface Handshake {
  whose: string;
  host: string;
  /** Undefined if the handshake failed before it was sent. */
  certificate: Certificate | undefined;
  message: string;
  now: Date;
}

export const tlsProblem = (fault: TlsFault, handshake: Handshake): string => {
  const { certificate } = handshake;
  const problem = problems[fault](handshake);
  return certificate ? `${problem} ${shownCertificate(certificate)}` : problem;
};

const problems: Record<TlsFault, (handshake: Handshake) => string> = {
  expired: ({ whose, certificate, now }) =>
    certificate && certificate.validTo > now
      ? `a certificate that vouches for the one of ${whose} has expired`
      : `the certificate of ${whose} has expired${certificate ? ` on ${day(certificate.validTo)}` : ''}`,
  'not-yet-valid': ({ whose, certificate }) =>
    `the certificate of ${whose} is not valid yet${certificate ? `, only from ${day(certificate.validFrom)} on` : ''}`,
  'wrong-host': ({ whose, host, certificate }) =>
    `the certificate of ${whose} is for ${namesOf(certificate)}, not for ${host}`,
  untrusted: ({ whose, certificate }) =>
    certificate && certificate.subject === certificate.issuer
      ? `the certificate of ${whose} is self-signed, and by no authority that this machine trusts`
      : `the certificate of ${whose} is from an authority that this machine does not trust`,
  'no-tls': ({ whose }) => `${whose} does not speak TLS on this port: is it an http:// address?`,
  'old-protocol': ({ whose }) => `${whose} speaks only versions of TLS that are not safe any more`,
  'client-certificate': ({ whose }) =>
    `${whose} broke the handshake off; perhaps it asks for a client certificate, which this tool has none of`,
  other: ({ message }) => `the handshake failed: ${message}`,
};

const shownNames = 3;

const namesOf = (certificate: Certificate | undefined): string => {
  const names = certificate?.names ?? [];
  return names.length === 0 ? 'another host' : firstOf(names, shownNames);
};
