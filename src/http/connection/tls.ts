import type { PeerCertificate } from 'node:tls';

/** What no variable of the environment takes away: NODE_TLS_REJECT_UNAUTHORIZED and NODE_OPTIONS would. */
export const safeTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** What a server's certificate says. All of it is foreign text, shortened to a readable length. */
export interface Certificate {
  subject: string;
  issuer: string;
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

/** Error codes of OpenSSL and Node that tell of a handshake. */
const ofTls =
  /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|CA_|EE_)/;

/** The fault of a secure connection, with the certificate if there was one; undefined if the error is not of TLS. */
export const tlsProblem = (
  code: string,
  error: unknown,
  whose: string,
  certificate?: Certificate,
): string | undefined => {
  if (!ofTls.test(code)) return undefined;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(code))
    return `${whose} does not speak TLS on this port: is it an http:// address?`;
  const { message, reason } = error as Error & { reason?: string };
  // The messages of OpenSSL name places in its source, and those of Node 24 what to try with a program that one starts oneself.
  const words = (code.startsWith('ERR_SSL') && reason) || message.replace(/; if the root CA .*/, '');
  const shown = certificate ? ` ${shownCertificate(certificate)}` : '';
  return `the handshake with ${whose} failed: ${words.slice(0, longestReason)}${shown}`;
};

/** Of a reason, which may quote a certificate. */
const longestReason = 250;
