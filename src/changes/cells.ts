import type { BrokenRule } from '../service/broken-rules.ts';
import type { Image } from '../service/listing.ts';
import { type Fault, imageIn, isFault } from '../service/typed-values.ts';
import { integerIn } from './row-values.ts';

interface ParsedCell {
  path: readonly string[];
  value: unknown;
}

/** Images and categories are separated by `|`; a column `metadata.x:int` holds integers. */
export const parseCell = (name: string, text: string): ParsedCell | Fault => {
  const integer = /^metadata\.(.*):int$/.exec(name);
  const path = integer ? ['metadata', integer[1] as string] : name.split('.');
  const value = integer ? integerIn(text) : cellValue(name, text);
  return isFault(value) ? value : { path, value };
};

const cellValue = (name: string, text: string): unknown => {
  if (name === 'images') return imagesIn(text);
  if (name === 'manualProductOptions.categories') return categoriesIn(text);
  return text;
};

const partsOf = (text: string) => text.split('|').map((part) => part.trim());

const imagesIn = (text: string): Image[] | Fault => {
  const parts = partsOf(text);
  const empty = parts.indexOf('');
  return empty < 0 ? parts.map(imageIn) : { fault: `has no URL in image ${empty + 1}` };
};

const categoriesIn = (text: string): string[] | Fault => {
  const parts = partsOf(text);
  const empty = parts.indexOf('');
  return empty < 0 ? parts : { fault: `has no text in category ${empty + 1}` };
};

type Fields = Record<string, unknown>;

/** Cells that can't be parsed are left out and reported as faults. */
export const parseFields = (
  fields: Readonly<Fields>,
  parent = '',
): { fields: Fields; faults: BrokenRule[] } => {
  const parsed: [string, unknown][] = [];
  const faults: BrokenRule[] = [];
  for (const [part, value] of Object.entries(fields)) {
    const name = parent + part;
    if (typeof value !== 'string') {
      const inner = parseFields(value as Fields, `${name}.`);
      parsed.push([part, inner.fields]);
      faults.push(...inner.faults);
      continue;
    }
    const cell = parseCell(name, value);
    if (isFault(cell)) faults.push({ path: name, message: cell.fault });
    else parsed.push([cell.path.at(-1) as string, cell.value]);
  }
  const names = parsed.map(([name]) => name);
  for (const name of names.filter((one, index) => names.indexOf(one) < index))
    faults.push({ path: parent + name, message: 'is in two columns; only one can be sent' });
  // Not by assignment, which would lose a field named __proto__ before it can be refused.
  return { fields: Object.fromEntries(parsed), faults };
};
