import type { WireAnswer } from './sending.ts';

/** A shorter key stands in half of all texts by chance. */
const shortestKey = 8;

/**
 * An answer in which the key of its call stands nowhere: some services repeat it, in a cursor or a field, and from there it
 * would reach outputs, journals and caches. It is found as it is, and as JSON may escape it, in part or in full.
 */
export const withoutKey = <Answer extends WireAnswer>(answer: Answer, key: string): Answer => {
  if (key.length < shortestKey) return answer;
  const inJson = new RegExp(key.split('').map(inJsonForms).join(''), 'g');
  const without = (text: string) => text.replaceAll(key, '***').replace(inJson, '***');
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, value && without(value)]);
  return { ...answer, headers: Object.fromEntries(headers), body: without(answer.body) };
};

/** An expression for a character as JSON may write it: `/` is also `\\/` and `\\u002f`. */
const inJsonForms = (sign: string): string => {
  const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
  const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const plain = sign.replace(/\W/g, `\\u${code}`);
  const escaped = sign === '"' || sign === '\\' ? `\\\\${plain}` : plain;
  return `(?:${sign === '/' ? '\\\\?/' : escaped}|\\\\u${digits})`;
};
