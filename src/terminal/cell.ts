import type { Column, Shown } from './columns.ts';
import { fieldOf, textOf } from './field.ts';
import { harmless } from './harmless.ts';
import { marked, type Shapes } from './marks.ts';

/** One field of a record, as a screen shows it. */
export interface Cell {
  /** The value in one line, safe to show. */
  word: string;
  /** The same with its shape beside it. */
  text: string;
}

export const cellOf = (record: Shown, { field, role, inWords }: Column, shapes: Shapes): Cell => {
  const value = fieldOf(record, field);
  const word = harmless(inWords ? inWords(value) : textOf(value, ', '));
  return { word, text: role ? marked(role, word, shapes) : word };
};
