import type { Row } from './row.ts';
import { silentFault } from './silent-faults.ts';

/** Reads the text of one record that must be one JSON object; a fault where it is not. */
export const readRecord = (text: string): Pick<Row, 'fields' | 'fault'> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fields: {}, fault: whyNotJson(text) };
  }
  const fault = kindFault(value) ?? silentFault(text);
  return fault ? { fields: {}, fault } : { fields: value as Row['fields'] };
};

const kindFault = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return 'is an array, where an object is expected';
  if (value === null) return 'is null, where an object is expected';
  return typeof value === 'object' ? undefined : `is a ${typeof value}, where an object is expected`;
};

const whyNotJson = (text: string): string => {
  // The beginning tells enough, and keeps the time short that a hostile text could take.
  const beyondStrings = text.slice(0, 10_000).replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '""');
  if (/\/\/|\/\*|^\s*#/.test(beyondStrings)) return 'holds a comment, and JSON has none';
  const word = /\b(NaN|Infinity|undefined|None|True|False)\b/.exec(beyondStrings);
  if (word) return `holds ${word[0]}, which JSON does not know`;
  if (/,\s*[}\]]/.test(beyondStrings)) return 'is not valid JSON: a comma stands before a closing bracket';
  if (/[{,[:]\s*'/.test(beyondStrings))
    return 'is not valid JSON: texts must stand in double quotation marks';
  return 'is not valid JSON';
};
