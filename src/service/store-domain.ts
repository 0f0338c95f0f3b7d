/** What people copy along with a domain from the address bar of a browser: the scheme, and a slash at the end. */
export const bareDomain = (said: string): string => said.replace(/^https?:\/\//i, '').replace(/\/$/, '');

const longestDomain = 253;

const label = /^[\p{L}\p{Nd}]([\p{L}\p{M}\p{Nd}_-]{0,61}[\p{L}\p{M}\p{Nd}])?$/u;

/**
 * Why a text is no domain of a store, in words that follow the name of the field; undefined if it is one. Names in any script pass:
 * whether a store is known as bücher.example or xn--bcher-kva.example is for the service to say.
 */
export const storeDomainProblem = (text: string): string | undefined => {
  if (text.trim() === '') return text === '' ? 'must not be empty' : 'must not be blank';
  if (text.length > longestDomain) return `must have at most ${longestDomain} characters, not ${text.length}`;
  const labels = text.split('.');
  // An address such as 10.0.0.1 is not a domain.
  const isDomain =
    labels.length > 1 && labels.every((part) => label.test(part)) && /\p{L}/u.test(labels.at(-1) ?? '');
  return isDomain ? undefined : 'must be nothing but a domain, such as store.example';
};
