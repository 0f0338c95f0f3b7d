import { parse } from 'lossless-json';
import { DamagedSettings } from './errors.ts';

/**
 * Parses the text of a settings file. Fails with `DamagedSettings`, which says where the damage is and repeats
 * nothing of the text: it may hold keys, and the errors of JSON.parse quote what they read.
 */
export const parseObject = (text: string, path: string): object => {
  const damaged = (problem: string, offset: number) =>
    new DamagedSettings(path, problem, positionOf(offset, text));
  if (text.startsWith('\uFEFF')) throw damaged('it begins with a byte order mark', 0);
  if (text.trim() === '') throw damaged('it is empty', 0);
  let value: unknown;
  let hasPrototype = false;
  try {
    value = JSON.parse(text, (name, field) => {
      hasPrototype ||= name === '__proto__';
      return field;
    });
  } catch {
    throw damaged('it is not JSON', offsetOfDamage(text));
  }
  // A schema would leave it out without a word.
  if (hasPrototype) throw damaged('a field is called __proto__', text.indexOf('"__proto__"'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged('it does not hold a JSON object', text.search(/\S/));
  return value;
};

// JSON.parse does not always say where it stopped.
const offsetOfDamage = (text: string): number => {
  try {
    parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    return Number(/at position (\d+)$/.exec((error as Error).message)?.[1] ?? 0);
  }
  return 0;
};

const positionOf = (offset: number, text: string) => {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
};
