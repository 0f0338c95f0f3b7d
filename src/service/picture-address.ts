/*
 * The form of a picture's address: an absolute URI as RFC 3986 writes it; with the schemes https and http, also as RFC 9110 does,
 * with a host. Not `new URL` alone: it repairs what browsers forgive, such as blanks, backslashes and a missing slash, and the
 * service would get the text as typed.
 */

const encoded = "[\\w.~!$&'()*+,;=%-]";
const authority = `//(?:(?:${encoded}|:)*@)?(?:\\[[\\da-f:.]+\\]|${encoded}+)(?::\\d*)?(?=[/?#]|$)`;
const pathAndMore = `(?:${encoded}|[:@/])*(?:\\?(?:${encoded}|[:@/?])*)?(?:#(?:${encoded}|[:@/?])*)?$`;

/** Each part ends where the next begins, so the time that it takes grows with the length of the text. */
const ofTheWeb = new RegExp(`^https?:${authority}${pathAndMore}`, 'i');
const ofAnyScheme = new RegExp(`^[a-z][a-z\\d+.-]+:(?=.)(?:${authority})?${pathAndMore}`, 'i');

/** What has no scheme, or one that means a file: one letter is that of a drive. */
const isFile = (text: string): boolean => !/^[a-z][a-z\d+.-]+:/i.test(text) || /^file:/i.test(text);

const isOfTheWeb = (text: string): boolean => /^https?:/i.test(text);

const isAddress = (text: string): boolean =>
  !isFile(text) &&
  (isOfTheWeb(text) ? ofTheWeb : ofAnyScheme).test(text) &&
  !/%(?![\da-f]{2})/i.test(text) &&
  parsed(text) !== undefined;

/** Only this knows which hosts and ports there are. */
const parsed = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

const example = 'https://example.com/picture.jpg';

/** What is wrong with the address of a picture, in words that follow the name of its field; undefined if nothing is. */
export const addressFault = (text: string): string | undefined => {
  if (isAddress(text)) return undefined;
  if (text.trim() === '') return 'has no address';
  if (isFile(text))
    return `must be an address such as ${example}; the service takes only addresses, not files on this machine`;
  if (/^https?:(?!\/\/)/i.test(text)) return `must have // after the colon, as in ${example}`;
  if (/\p{Cc}/u.test(text))
    return 'must have no tabs, line breaks or other control characters in its address; notes follow after a space';
  const better = encodedForm(text);
  return better === undefined
    ? `must be a valid URI, such as ${example}`
    : `must be a valid URI, with all special characters encoded: ${better}`;
};

/** Longer addresses are not rewritten: it could take long, and nobody would read it. */
const longestRewritten = 500;

/** The address that a browser would use for such a text. It is shown, never sent: only the user knows what was meant. */
const encodedForm = (text: string): string | undefined => {
  if (text.length > longestRewritten || !/^https?:\/\/[^/\\][^\\]*$/i.test(text)) return undefined;
  const better = parsed(text)?.href.replace(/[[\]^|{}]/g, encodeURIComponent);
  return better !== undefined && better !== text && isAddress(better) ? better : undefined;
};
