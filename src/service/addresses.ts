/** What people copy along with a domain from the address bar of a browser: the scheme, and a slash at the end. */
export const bareDomain = (typed: string): string => typed.replace(/^https?:\/\//i, '').replace(/\/$/, '');

const longestDomain = 253;

/** In a function, so that V8 does not build its classes at every start: that takes a sixth of the start of Node. */
const isLabel = (text: string): boolean =>
  /^[\p{L}\p{Nd}]([\p{L}\p{M}\p{Nd}_-]{0,61}[\p{L}\p{M}\p{Nd}])?$/u.test(text);

/** A domain without a port, and without the dot of the root. */
export const domainName = (text: string): string => text.replace(/:\d{1,5}$/, '').replace(/\.$/, '');

/**
 * Why a text is no domain of a store, in words that follow the name of the field; undefined if it is one. Names in any script pass:
 * whether a store is known as bücher.example, xn--bcher-kva.example or with a port is for the service to say.
 */
export const storeDomainProblem = (text: string): string | undefined => {
  if (text.trim() === '') return text === '' ? 'must not be empty' : 'must not be blank';
  if (text.length > longestDomain) return `must have at most ${longestDomain} characters, not ${text.length}`;
  const name = domainName(text);
  const labels = name.split('.');
  // An address such as 10.0.0.1 is not a domain, and a single word hardly ever is.
  const isDomain =
    (labels.length > 1 || /^localhost$/i.test(name)) &&
    labels.every(isLabel) &&
    /\p{L}/u.test(labels.at(-1) ?? '');
  return isDomain ? undefined : 'must be nothing but a domain, such as store.example';
};

const example = 'https://example.com/picture.jpg';

/** Characters that a URI encodes. `new URL` does so silently, but the service would get the text as it was typed. */
const toBeEncoded = /[^!-~]|["<>\\^`{|}]/;

/** Longer addresses are not rewritten: nobody would read it. */
const longestRewritten = 500;

/** The fault of a picture's address, in words that follow the name of its field; undefined if it has none. */
export const addressFault = (text: string): string | undefined => {
  if (text.trim() === '') return 'has no address';
  // One letter before the colon is that of a drive.
  if (!/^[a-z][a-z\d+.-]+:/i.test(text) || /^file:/i.test(text))
    return `must be an address such as ${example}; the service takes only addresses, not files on this machine`;
  if (/^https?:(?!\/\/)/i.test(text)) return `must have // after the colon, as in ${example}`;
  if (/\p{Cc}/u.test(text))
    return 'must have no tabs, line breaks or other control characters in its address; notes follow after a space';
  const url = asUrl(text);
  if (url === undefined || /^https?:\/\/[/?#]|\\|%(?![\da-f]{2})/i.test(text))
    return `must be a valid URI, such as ${example}`;
  if (!toBeEncoded.test(text)) return undefined;
  const better = url.href.replace(/[\^|{}]/g, encodeURIComponent);
  return text.length > longestRewritten || toBeEncoded.test(better)
    ? `must be a valid URI, such as ${example}`
    : `must be a valid URI, with all special characters encoded: ${better}`;
};

/**
 * A text as a URL; undefined if it is not one. Not with `URL.canParse`: Node 20 and 22 compile a caller of it after some
 * thousand calls, and it then rejects every host with an ü or an é in it.
 */
export const asUrl = (text: string, base?: URL): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};
