/**
 * Hides the secrets of signed links, and the user and password in an address. A query may contain signs that look like its end:
 * an apostrophe, a blank, `<`. So a text is masked from there to where it ends by its form: a string of JSON, the value of a
 * header; a text of no form ends with its line.
 */
const hidden = '***';

// As they are, and as HTML, URLs, and JSON within JSON escape them.
const colon = String.raw`(?::|%3a|\\{1,8}u003a|&#58;|&#x3a;|&colon;)`;
const slash = String.raw`(?:\\{0,8}\/|%2f|\\{1,8}u002f|&#47;|&#x2f;|&sol;)`;
const queryMark = String.raw`(?:\?|(?<!&)#|%3f|%23|\\{1,8}u003f|\\{1,8}u0023|&#63;|&#x3f;|&quest;|&num;)`;
const at = String.raw`(?:@|%40|\\{1,8}u0040|&#64;|&#x40;|&commat;)`;
const equals = String.raw`(?:=|%3d|\\{1,8}u003d|&#61;|&#x3d;|&equals;|\\{0,8}"\s{0,8}${colon}\s{0,8}\\{0,8}")`;

const begin = `[a-z][a-z0-9+.-]{0,20}${colon}${slash}{2}`;
const link = new RegExp(begin, 'i');
const mark = new RegExp(queryMark, 'i');
const beforeHost = `(${begin}|^${slash}{2})((?:(?!${slash}|${queryMark})[^])+)`;
const user = new RegExp(`^[^]*(${at})`, 'i');

/** What makes a link a signed one: names of its parameters, or of fields of JSON. */
const names =
  '(?:x-(?:amz|goog)-[a-z-]{1,40}|(?:[a-z]{1,12}[_-]){0,2}(?:signature|token)|sig|policy|key-pair-id)';
const signature = new RegExp(`(?<![a-z])${names}${equals}`, 'i');
const signatureName = new RegExp(`^${names}$`, 'i');

/** Where what follows the first match in a text begins; its end if there is none. */
const endOfMatch = (text: string, pattern: RegExp, from = 0): number => {
  const { index, 0: found = '' } = pattern.exec(text.slice(from)) ?? { index: text.length - from };
  return from + index + found.length;
};

const withoutUsers = (text: string): string =>
  text.replace(
    new RegExp(beforeHost, 'gi'),
    (_, before: string, host: string) => before + host.replace(user, `${hidden}$1`),
  );

/** A text that ends where its form says so. With `isLink`, all of it is a link, as is what begins like a relative one. */
const masked = (text: string, isLink = /^\/./.test(text)): string => {
  const query = endOfMatch(text, mark, isLink ? 0 : endOfMatch(text, link));
  const end = Math.min(query, endOfMatch(text, signature));
  return withoutUsers(text.slice(0, end)) + (end < text.length ? hidden : '');
};

/** Headers in which a gateway may send its own secrets. */
const isSecret = /cookie|auth|token|key/i;

/** Headers that hold nothing but links. */
const isLinkHeader = /^(?:content-)?location$|^link$|^refresh$/i;

export const maskedHeader = (name: string, value: string): string =>
  isSecret.test(name) ? hidden : masked(value, isLinkHeader.test(name) || undefined);

/** An address in a message: a parameter in its path may open it as well. */
export const maskedAddress = (address: string): string =>
  masked(address, true).replace(/(;[^;=]*=).*/s, `$1${hidden}`);

/** The first characters of a body; it is JSON only if all of it is. */
export const maskedBody = (body: string, most = body.length): string => {
  const begun = body.slice(0, most);
  return isJson(body)
    ? maskedJson(begun)
    : begun
        .split('\n')
        .map((line) => masked(line))
        .join('\n');
};

/** A longer body counts as a text of no form: to parse it could take seconds. */
const mostJson = 1024 ** 2;

const isJson = (text: string): boolean => {
  try {
    return text.length <= mostJson && /^\s*[[{"]/.test(text) && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
};

/** A string of JSON, with the colon behind it if it is a name. The last one may be cut, even in an escape. */
const stringOfJson = /"((?:[^"\\]+|\\u[\da-fA-F]{4}|\\[^u])*)(?:"(\s*:)?|\\?u?[\da-fA-F]{0,3}$)/g;

/** Masks each string by itself; one that holds nothing to mask stays as it is written. */
const maskedJson = (json: string): string => {
  let name = '';
  let endOfName = 0;
  return json.replace(stringOfJson, (whole, written: string, colonBehind = '', start: number) => {
    const text: string = JSON.parse(`"${written}"`);
    const isNamed = signatureName.test(name) && json.slice(endOfName, start).trim() === '';
    const shown = isNamed ? hidden : masked(text);
    name = colonBehind === '' ? '' : text;
    endOfName = start + whole.length;
    return shown === text ? whole : JSON.stringify(shown) + colonBehind;
  });
};
