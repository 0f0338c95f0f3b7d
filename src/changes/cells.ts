import { originalPrice } from '../service/constants.ts';
import type { Image } from '../service/listing.ts';
import { imageIn } from '../service/typed-values.ts';
import { type Fault, isFault, wholeNumber } from './row-values.ts';

/** What a CSV cell says, and of which field: its path in the payload. */
export interface Unfolded {
  path: readonly string[];
  value: unknown;
}

/**
 * Turns the text of a CSV cell into what the field of that name holds: pictures and categories parted by `|`, the
 * price as an integer, and a property of the metadata as an integer where its column is named `metadata.x:int`.
 */
export const unfoldCell = (name: string, text: string): Unfolded | Fault => {
  const integer = /^metadata\.(.+):int$/.exec(name);
  const path = integer ? ['metadata', integer[1] as string] : name.split('.');
  const value = integer ? wholeNumber(text) : cellValue(name, text);
  return isFault(value) ? value : { path, value };
};

const cellValue = (name: string, text: string): unknown => {
  if (name === 'images') return imagesIn(text);
  if (name === 'manualProductOptions.categories') return categoriesIn(text);
  return name === 'originalPrice' ? wholeNumber(text, originalPrice) : text;
};

const partsOf = (text: string) => text.split('|').map((part) => part.trim());

const imagesIn = (text: string): Image[] | Fault => {
  const parts = partsOf(text);
  const empty = parts.indexOf('');
  return empty < 0 ? parts.map(imageIn) : { fault: `has no address in picture ${empty + 1}` };
};

const categoriesIn = (text: string): string[] | Fault => {
  const parts = partsOf(text);
  const empty = parts.indexOf('');
  return empty < 0 ? parts : { fault: `has no text in category ${empty + 1}` };
};

type Fields = Record<string, unknown>;

/** A fault of a field: its dotted name, and what is wrong with it. */
export interface FieldFault {
  path: string;
  message: string;
}

/** Unfolds all cells of a CSV row. A cell that can't be read is left out, and a fault. */
export const unfoldFields = (
  fields: Readonly<Fields>,
  parent = '',
): { fields: Fields; faults: FieldFault[] } => {
  const unfolded: Fields = {};
  const faults: FieldFault[] = [];
  for (const [part, value] of Object.entries(fields)) {
    const name = parent + part;
    if (typeof value !== 'string') {
      const inner = unfoldFields(value as Fields, `${name}.`);
      unfolded[part] = inner.fields;
      faults.push(...inner.faults);
      continue;
    }
    const cell = unfoldCell(name, value);
    if (isFault(cell)) faults.push({ path: name, message: cell.fault });
    else unfolded[cell.path.at(-1) as string] = cell.value;
  }
  return { fields: unfolded, faults };
};
