import type { Compared } from '../../feed/diff/changes.ts';
import { many, text, toggle } from '../../flags/value-kinds.ts';
import type { FlagValues, UsageFault } from '../../flags/values.ts';

/** The flags that say which fields of a product are compared. */
export const comparedFlags = {
  field: many(
    text(
      'NAME',
      'Compare this field, and only those named; else price, productStock, productAvailable, condition',
    ),
  ),
  allFields: toggle('Compare every field'),
} as const;

type Said = FlagValues<typeof comparedFlags>;

const usual: Compared = ['price', 'productStock', 'productAvailable', 'condition'];

export const comparedOf = ({ field, allFields }: Said): Compared => (allFields ? 'all' : (field ?? usual));

/** The same in words, for what is said of a comparison: what differs elsewhere counts as unchanged. */
export const comparedWords = ({ field, allFields }: Said): string =>
  allFields ? 'every field' : (field ?? ['price', 'stock', 'availability', 'condition']).join(', ');

/** Of these flags one can be meant. */
export const comparedFaults = ({ field, allFields }: Said): UsageFault[] =>
  field && allFields ? [{ name: '--field', message: 'does not go with --all-fields' }] : [];
