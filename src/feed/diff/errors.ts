import { Failure } from '../../failure/failure.ts';
import { nearest } from '../../words/nearest.ts';
import { noWholeFeed } from '../errors.ts';

/** The entries of a feed can't be told apart: every product would seem to have been added or removed. */
export class NoProductIDs extends Failure {
  constructor(readonly which: 'older' | 'newer') {
    super(`no entry of the ${which} feed has a productID, by which products are compared`, noWholeFeed);
  }
}

/** A field that was to be compared is not documented, and no product of the older feed has it. */
export class UndocumentedField extends Failure {
  constructor(
    readonly field: string,
    /** The documented fields. */
    readonly known: readonly string[],
  ) {
    super(`'${field}' is not a documented field of a product, and no product of the older feed has it`, {
      code: 'usage',
      exit: 'usage',
      hint: `${meantField(field, known)}The documented fields: ${known.join(', ')}.`,
      field,
    });
  }
}

/** People often call a field by its last word: `stock` for `productStock`. */
const meantField = (field: string, known: readonly string[]): string => {
  const meant =
    nearest(field, known) ?? known.find((name) => name.toLowerCase().endsWith(field.toLowerCase()));
  return meant === undefined ? '' : `Did you mean ${meant}? `;
};
