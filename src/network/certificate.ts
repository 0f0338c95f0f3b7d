import type { PeerCertificate } from 'node:tls';

/** What a server's certificate says of itself. All of it is foreign text, cut to a length that can be read. */
export interface Certificate {
  subject: string;
  issuer: string;
  /** The hosts and addresses that it is for. */
  names: readonly string[];
  validFrom: Date;
  validTo: Date;
}

const longestName = 120;

/** What Node tells of a certificate in our words; undefined where there is none, as after a broken handshake. */
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

/** `CN=shop.example, O=Shop`; Node gives a field that is there several times as an array. */
const distinguishedName = (fields: object): string =>
  Object.entries(fields)
    .flatMap(([name, values]: [string, string | string[]]) =>
      [values].flat().map((value) => `${name}=${value}`),
    )
    .join(', ')
    .slice(0, longestName) || 'nobody';

/** `(subject CN=shop.example, issuer CN=Some CA, valid from 2026-01-01 to 2027-01-01)` */
export const shownCertificate = ({ subject, issuer, validFrom, validTo }: Certificate): string =>
  `(subject ${subject}, issuer ${issuer}, valid from ${day(validFrom)} to ${day(validTo)})`;

/** The day of a time, by UTC: `2026-11-21`. */
export const day = (time: Date): string =>
  Number.isNaN(time.getTime()) ? 'an unreadable date' : time.toISOString().slice(0, 10);
