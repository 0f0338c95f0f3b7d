import { perform } from '../../changes/engine.ts';
import { constantOrOther, identifier, images, imagesInWords, text } from '../../flags/value-kinds.ts';
import { type Flags, type FlagValues, inFlags, type UsageFault } from '../../flags/values.ts';
import { brokenRules } from '../../service/broken-rules.ts';
import { conditions, conditionWord } from '../../service/constants.ts';
import type { Graded, GradedItem } from '../../service/grading.ts';
import { constantOf, gradeMeant, meaningsOfConditions, wordOf } from '../../service/typed-values.ts';
import type { Column } from '../../terminal/columns.ts';
import type { Result } from '../../terminal/results.ts';
import { slipOf } from '../../words/nearest.ts';
import type { Invocation } from '../invocation.ts';
import { previewed } from '../preview.ts';

const condition = {
  ...constantOrOther(
    'CONDITION',
    conditions,
    "The grade, in your service's own words (such as damaged) or in these",
  ),
  meanings: meaningsOfConditions,
  field: 'items[0].condition',
};

/** The item to be graded, as an argument. */
export const gradedId = {
  ...identifier('ITEM_ID', 'Identifier of the returned item'),
  field: 'items[0].id',
};

/** What the flags say about it. */
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

/** An item as the service takes it, made from the flags. With `noCheck`, any condition is sent as it was typed. */
export const itemOf = (id: string, said: FlagValues<typeof gradingFlags>, noCheck: boolean): GradedItem => ({
  id,
  condition: gradeMeant(said.condition ?? '', noCheck),
  ...(said.notes === undefined ? {} : { notes: said.notes }),
  ...(said.image === undefined ? {} : { images: said.image }),
});

/** Checks an item, with its condition as typed, against all rules, together with the other items of its shipment. */
export const itemFaults = async (
  item: GradedItem,
  said: string | undefined,
  others: readonly GradedItem[],
  noCheck: boolean,
): Promise<UsageFault[]> => {
  const { grading } = await import('../../service/grading.ts');
  const place = `items[${others.length}]`;
  const broken = brokenRules(grading, { items: [...others, item] }, { anyConstants: noCheck })
    .filter(({ path }) => path.startsWith(place) && path !== `${place}.condition`)
    .map(({ path, message }) => ({ path: path.replace(place, 'items[0]'), message }));
  return [...conditionFaults(said, noCheck), ...inFlags(broken, { id: gradedId, ...gradingFlags })];
};

/**
 * Words of the same form are accepted as constants. A word that is close to a known one or has another form is accepted only
 * with --no-check, and then as it was typed.
 */
const conditionFaults = (said: string | undefined, noCheck: boolean): UsageFault[] => {
  const fault = (message: string) => [{ name: '--condition', message, field: condition.field }];
  if (said === undefined) return fault('is missing');
  if (noCheck) return [];
  const meant = slipOf(said, conditions);
  // A grade can't be taken back, so a likely typo is not taken for a word of the service.
  if (meant !== undefined)
    return fault(`can't be '${said}': did you mean ${wordOf(meant)}? --no-check sends it as it is`);
  if (conditionWord.test(constantOf(said))) return [];
  return fault(`must be a word such as ${conditions.map(wordOf).join(', ')}, not '${said}'`);
};

/** Grades the items of one shipment with one request, or with --dry-run shows the request. */
export const sendShipment = async (
  invocation: Invocation,
  items: readonly GradedItem[],
  noCheck: boolean,
): Promise<Result> => {
  const { io, settings, patience } = invocation;
  const client = await invocation.connect({ signal: io.interruption, anyConstants: noCheck });
  const { GradeItems } = await import('../../changes/grade.ts');
  const step = new GradeItems(items);
  if (settings.dryRun) return previewed([step.preview(client)], settings);
  const { answer } = await perform(step, { client, patience });
  return gradedResult(answer as Graded);
};

/** The service's answer to a shipment: one item as a record, several as a list. */
const gradedResult = ({ items }: Graded): Result => {
  const [only] = items;
  return items.length === 1 && only
    ? { kind: 'record', record: only, columns: gradedColumns }
    : { kind: 'records', records: items, columns: gradedColumns };
};
