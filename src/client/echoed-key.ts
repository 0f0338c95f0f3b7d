import type { WireAnswer } from './sending.ts';

/** A shorter key stands in half of all texts by chance. */
const shortestKey = 8;

const masked = '***';

/**
 * An answer in which the key of its call stands nowhere: some services repeat it, in a cursor or a field, and from there it
 * would reach outputs, journals and caches. It is found as it is, and as JSON may escape it, in part or in full.
 */
export const withoutKey = <Answer extends WireAnswer>(answer: Answer, key: string): Answer => {
  if (key.length < shortestKey) return answer;
  const headers = Object.entries(answer.headers);
  return {
    ...answer,
    headers: headers.some(([, value]) => value?.includes(key))
      ? Object.fromEntries(headers.map(([name, value]) => [name, value?.replaceAll(key, masked)]))
      : answer.headers,
    body: bodyWithout(answer.body, key),
  };
};

const bodyWithout = (body: string, key: string): string => {
  const mayBeEscaped = body.includes(/["\\/]/.test(key) ? '\\' : '\\u');
  if (!mayBeEscaped && !body.includes(key)) return body;
  // An escape that is no part of the key is passed over as a whole: the `n` of \n begins nothing.
  const found = new RegExp(
    `(${Array.from(key.split(''), written).join('')})|\\\\(?:u[\\da-fA-F]{4}|.)`,
    'gs',
  );
  const rest = body.replace(found, (all, isKey?: string) => (isKey === undefined ? all : masked));
  // What is no JSON may have the key as it is, though JSON would escape it, or behind what looks like an escape.
  return rest.includes(key) ? rest.replaceAll(key, masked) : rest;
};

/** A unit of the key as JSON may write it: no two of these forms begin alike, so looking for them takes no detours. */
const written = (unit: string): string => {
  const code = unit.charCodeAt(0);
  const digits = [...code.toString(16).padStart(4, '0')]
    .map((digit) => (/\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`))
    .join('');
  const literal = `\\u${code.toString(16).padStart(4, '0')}`;
  const plain = unit === '"' || unit === '\\' ? `\\\\${literal}` : unit === '/' ? '\\\\?/' : literal;
  return `(?:${plain}|\\\\u${digits})`;
};
