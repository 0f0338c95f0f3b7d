import { conditions, conditionWord } from '../../service/words.ts';
import type { Column } from '../../terminal/columns.ts';
import { meaningsOfConditions } from '../condition-meanings.ts';
import { images } from '../image.ts';
import { constantOf, identifier, text, wordOf } from '../value-kinds.ts';
import { type Flags, Misread, type Value } from '../values.ts';

const condition = {
  placeholder: 'CONDITION',
  description: 'The grade, in these words or in others that your service knows, such as damaged',
  choices: conditions.map(wordOf),
  meanings: meaningsOfConditions,
  field: 'items[0].condition',
  read(said: string): string {
    const word = constantOf(said);
    if (!conditionWord.test(word))
      throw new Misread(`must be a word such as ${conditions.map(wordOf).join(', ')}, not '${said}'`);
    return word;
  },
} satisfies Value<string>;

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
  { field: 'id', title: 'ID' },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'notes', title: 'NOTES' },
  { field: 'images', title: 'IMAGES' },
];
