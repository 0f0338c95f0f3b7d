import { asItStands, decoded, masked, type Range } from '../words/reading.ts';
import type { WireAnswer } from './sending.ts';

/** A shorter key stands in half of all texts by chance. */
const shortestKey = 8;

/**
 * An answer in which the key of its call stands nowhere: some services repeat it, in a cursor or a field, and from there it
 * would reach outputs, journals and caches. It is found as it is, and as JSON may escape it, in part or in full.
 */
export const withoutKey = <Answer extends WireAnswer>(answer: Answer, key: string): Answer => {
  if (key.length < shortestKey) return answer;
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, value && without(value, key)]);
  return { ...answer, headers: Object.fromEntries(headers), body: without(answer.body, key) };
};

const without = (text: string, key: string): string => {
  const mayBeEscaped = text.includes(/["\\/]/.test(key) ? '\\' : '\\u');
  if (!mayBeEscaped && !text.includes(key)) return text;
  const written = asItStands(text);
  // What is no JSON may have the key as it is, though JSON would escape it, or behind what looks like an escape.
  const read = [written, decoded(written, /\\(?:u([\da-f]{4})|(.))/gis, characterOf)];
  return masked(
    text,
    read.flatMap((reading) => reading.original(placesOf(key, reading.text))),
  );
};

/** Wherever one text stands in another. */
const placesOf = (part: string, text: string): Range[] => {
  const all: Range[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    all.push([at, at + part.length]);
  return all;
};

/** The `n` of \n begins nothing. */
const characterOf = (_?: string, code?: string, sign = ''): string =>
  code === undefined ? (/["\\/]/.test(sign) ? sign : '\n') : String.fromCharCode(Number.parseInt(code, 16));
