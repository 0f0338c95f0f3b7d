import { InvalidBaseUrl } from '../profiles/errors.ts';
import { asUrl } from './url.ts';

/** Whether the URL's host can only be this very machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * The base URL of the service in its normal form: scheme, host, and a path prefix without a slash at its end.
 * `source` says in the `InvalidBaseUrl` where the text comes from.
 */
export const parseBaseUrl = (text: string, source = 'the base URL'): string => {
  const refuse = (problem: string) => new InvalidBaseUrl(source, problem);
  if (!/^https?:\/\//i.test(text)) throw refuse('must begin with https:// (or, on this machine, http://)');
  // The URL parser drops line breaks and tabs, and reads \ as /, without a word.
  if (/[\s\p{Cc}\\]/u.test(text)) throw refuse('must not hold blanks, control characters or backslashes');
  if (/[?#]/.test(text)) throw refuse('must not have a query or a fragment');
  const url = asUrl(text);
  if (url === undefined) throw refuse('is not a valid URL');
  if (url.username || url.password) throw refuse('must not hold a user name or password');
  if (url.protocol === 'http:' && !isLoopback(url))
    throw refuse('must begin with https://: plain http would show the credentials on the way');
  return url.origin + url.pathname.replace(/\/+$/, '');
};
