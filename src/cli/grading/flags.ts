import { constantOrOther, identifier, images, imagesInWords, text } from '../../flags/value-kinds.ts';
import type { Flags, UsageFault } from '../../flags/values.ts';
import { conditions, conditionWord } from '../../service/constants.ts';
import { constantOf, meaningsOfConditions, wordOf } from '../../service/typed-values.ts';
import type { Column } from '../../terminal/columns.ts';
import { slipOf } from '../../words/nearest.ts';

const condition = {
  ...constantOrOther(
    'CONDITION',
    conditions,
    'The grade, in these words or in others that your service knows, such as damaged',
  ),
  meanings: meaningsOfConditions,
  field: 'items[0].condition',
};

/**
 * Words of the same form pass as constants; what is near a known one, or has another form, passes as it was typed with
 * --no-check alone.
 */
export const conditionFaults = (said: string | undefined, anyConstants: boolean): UsageFault[] => {
  const fault = (message: string) => [{ name: '--condition', message, field: condition.field }];
  if (said === undefined) return fault('is missing');
  if (anyConstants) return [];
  const meant = slipOf(said, conditions);
  // A grade can't be taken back, so what looks like a slip of the finger is not taken for a word of the service.
  if (meant !== undefined)
    return fault(`can't be '${said}': did you mean ${wordOf(meant)}? --no-check sends it as it is`);
  if (conditionWord.test(constantOf(said))) return [];
  return fault(`must be a word such as ${conditions.map(wordOf).join(', ')}, not '${said}'`);
};

/** The item that is graded, as an argument. */
export const gradedId = {
  ...identifier('ITEM_ID', 'Identifier of the returned item'),
  field: 'items[0].id',
};

/** What is said of it. */
export const gradingFlags = {
  condition,
  notes: { ...text('TEXT', 'What you saw'), field: 'items[0].notes' },
  image: { ...images, field: 'items[0].images' },
} satisfies Flags;

/** Graded items in a table. */
export const gradedColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'notes', title: 'NOTES' },
  { field: 'images', title: 'IMAGES', inWords: imagesInWords },
];
