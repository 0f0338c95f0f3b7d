const example = 'https://example.com/picture.jpg';

/** Characters that a URI encodes. `new URL` does so silently, but the service would get the text as it was typed. */
const toBeEncoded = /[^!-~]|["<>\\^`{|}]/;

/** Longer addresses are not rewritten: nobody would read it. */
const longestRewritten = 500;

/** What is wrong with a picture's address, in words that follow the name of its field; undefined if nothing is. */
export const addressFault = (text: string): string | undefined => {
  if (text.trim() === '') return 'has no address';
  // One letter before the colon is that of a drive.
  if (!/^[a-z][a-z\d+.-]+:/i.test(text) || /^file:/i.test(text))
    return `must be an address such as ${example}; the service takes only addresses, not files on this machine`;
  if (/^https?:(?!\/\/)/i.test(text)) return `must have // after the colon, as in ${example}`;
  if (/\p{Cc}/u.test(text))
    return 'must have no tabs, line breaks or other control characters in its address; notes follow after a space';
  const url = parsed(text);
  if (url === undefined || /^https?:\/\/[/?#]|\\|%(?![\da-f]{2})/i.test(text))
    return `must be a valid URI, such as ${example}`;
  if (!toBeEncoded.test(text)) return undefined;
  const better = url.href.replace(/[\^|{}]/g, encodeURIComponent);
  return text.length > longestRewritten || toBeEncoded.test(better)
    ? `must be a valid URI, such as ${example}`
    : `must be a valid URI, with all special characters encoded: ${better}`;
};

const parsed = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
