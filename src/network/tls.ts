import { type Certificate, day, shownCertificate } from './certificate.ts';
import type { TlsFault } from './errors.ts';

/** Codes of OpenSSL and of Node, and what they come to. The first that fits holds. */
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

/** What is wrong with a secure connection, by the code of the error; undefined where it is nothing of the kind. */
export const tlsFaultOf = (code: string): TlsFault | undefined =>
  faults.find(([pattern]) => pattern.test(code))?.[1];

/** `whose` is `the server` or the proxy, `host` the name it was asked for by. */
export interface Handshake {
  whose: string;
  host: string;
  /** As far as the handshake came to it. */
  certificate: Certificate | undefined;
  /** What the library says. */
  message: string;
  now: Date;
}

/** What is wrong, as a clause, with what the certificate says of itself. */
export const tlsWords = (fault: TlsFault, handshake: Handshake): string => {
  const { certificate } = handshake;
  const words = wordsOf[fault](handshake);
  return certificate ? `${words} ${shownCertificate(certificate)}` : words;
};

const wordsOf: Record<TlsFault, (handshake: Handshake) => string> = {
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
      ? `the certificate of ${whose} is signed by itself, and by no authority that this machine trusts`
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
  if (names.length === 0) return 'another host';
  const more = names.length - shownNames;
  return `${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};
