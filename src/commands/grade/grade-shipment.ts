import { gradeFault, itemSlips } from '../../changes/grade-words.ts';
import { type Done, wasRegraded } from '../../changes/outcome.ts';
import { perform } from '../../changes/perform.ts';
import { defined } from '../../json/defined.ts';
import { constantOrOther, identifier, images } from '../../line/flags/service-kinds.ts';
import { freeText } from '../../line/flags/value-kinds.ts';
import { type Flags, type FlagValues, inFlags, missing, type UsageFault } from '../../line/flags/values.ts';
import type { Invocation } from '../../line/invocation.ts';
import { isWatched } from '../../line/is-watched.ts';
import { previewed } from '../../line/preview.ts';
import { brokenRules } from '../../service/broken-rules.ts';
import { conditions } from '../../service/constants.ts';
import type { Graded, GradedItem } from '../../service/grading.ts';
import type { Image } from '../../service/listing-schemas.ts';
import { gradeIn, meaningsOfConditions } from '../../service/typed-values.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import type { Result } from '../../terminal/results.ts';
import { asWords, counted, figure, firstOf } from '../../words/counted.ts';

const condition = {
  ...constantOrOther('CONDITION', conditions, 'The grade'),
  meanings: meaningsOfConditions,
  field: 'items[0].condition',
};

export const gradedId = {
  ...identifier('ITEM_ID', 'Identifier of the returned item'),
  field: 'items[0].id',
};

export const gradingFlags = {
  condition,
  notes: { ...freeText('TEXT', 'Notes'), field: 'items[0].notes' },
  image: { ...images, field: 'items[0].images' },
} satisfies Flags;

/** Pictures as a person reads them: `URL (notes)`. */
const formatImages = (value: unknown): string =>
  Array.isArray(value) && value.every((image) => typeof image?.url === 'string')
    ? (value as Image[]).map(({ url, notes }) => (notes ? `${url} (${notes})` : url)).join(', ')
    : value == null
      ? ''
      : JSON.stringify(value);

export const gradedColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'notes', title: 'NOTES' },
  { field: 'images', title: 'IMAGES', inWords: formatImages },
];

/** The flags as fields of an item. With `noCheck`, an unknown condition is sent unchanged. */
export const gradedFields = (
  { condition, notes, image }: FlagValues<typeof gradingFlags>,
  noCheck: boolean,
) =>
  defined({
    condition: condition === undefined ? undefined : gradeIn(condition, noCheck),
    notes,
    images: image,
  });

export const itemOf = (id: string, flags: FlagValues<typeof gradingFlags>, noCheck: boolean): GradedItem => ({
  condition: '',
  ...gradedFields(flags, noCheck),
  id,
});

/** Checks an item, with its condition as typed, against all rules, together with the other items of its shipment. */
export const itemFaults = async (
  item: GradedItem,
  word: string | undefined,
  others: readonly GradedItem[],
  noCheck: boolean,
): Promise<UsageFault[]> => {
  const { grading } = await import('../../service/grading.ts');
  const place = `items[${others.length}]`;
  const slips = itemSlips(item).map(({ path, message }) => ({ path: `items[0].${path}`, message }));
  const broken = brokenRules(grading, { items: [...others, item] }, { anyConstants: noCheck })
    .filter(({ path }) => path.startsWith(place) && path !== `${place}.condition`)
    .map((rule) => ({ ...rule, path: rule.path.replace(place, 'items[0]') }))
    .filter(({ path }) => slips.every((slip) => slip.path !== path));
  return [
    ...conditionFaults(word, noCheck),
    ...inFlags([...broken, ...slips], { id: gradedId, ...gradingFlags }),
  ];
};

const conditionFaults = (word: string | undefined, noCheck: boolean): UsageFault[] => {
  const { field } = condition;
  if (word === undefined) return [{ ...missing('--condition'), field }];
  const unknown = noCheck ? undefined : gradeFault(word);
  return unknown === undefined ? [] : [{ name: '--condition', message: unknown, field }];
};

export const sendShipment = async (
  invocation: Invocation,
  items: readonly GradedItem[],
  noCheck: boolean,
): Promise<Result> => {
  const { io, settings, settling } = invocation;
  const client = await invocation.connect({ signal: io.interruption, anyConstants: noCheck });
  const { GradeItems, notConfirmed } = await import('../../changes/grade-items.ts');
  const step = new GradeItems(items);
  if (settings.dryRun) {
    return previewed([step.preview(client)], settings, false, [`Would grade ${gradesOf(items)}.`]);
  }
  const done = await perform(step, { client, settling });
  const { items: graded } = done.answer as Graded;
  const results = [...(done.each?.values() ?? [])];
  const regraded = results.filter(wasRegraded);
  // The sentence about a single item includes this.
  if (graded.length > 1 || !isWatched(invocation)) tellRegraded(invocation, regraded);
  const lost = results.flatMap(({ outcome, id = '' }) => (outcome === 'unknown' ? [id] : []));
  return gradedResult(graded, lost.length > 0 ? notConfirmed(lost) : undefined, regraded[0]?.wanted);
};

const mostNamed = 10;

const tellRegraded = ({ warn }: Invocation, regraded: readonly Done[]): void => {
  const grades = regraded.map(
    ({ id, condition, wanted }) => `${id} as ${asWords(condition)}, not ${asWords(wanted)}`,
  );
  if (grades.length > 0) warn(`The service graded ${firstOf(grades, mostNamed)}.`);
};

/** `3 good, 2 minor defect` */
export const gradeCounts = (items: readonly { condition?: unknown }[]): string => {
  const words = items.map(({ condition }) => asWords(condition));
  const kinds = [...new Set(words)];
  const countOf = (kind: string) => figure(words.filter((word) => word === kind).length);
  return kinds.length === 1 ? `${kinds}` : kinds.map((kind) => `${countOf(kind)} ${kind}`).join(', ');
};

/** `5 items: 3 good, 2 minor defect`, or the id of a single one. */
const gradesOf = (items: readonly Shown[] | readonly GradedItem[]): string =>
  `${items.length === 1 ? items[0]?.id : counted(items.length, 'item')}: ${gradeCounts(items)}`;

/** The service's answer to a shipment: one item as a record, several as a list. `✓ Graded 5 items: 3 good, 2 minor defect` */
const gradedResult = (
  items: readonly Shown[],
  problem: Error | undefined,
  wanted: string | undefined,
): Result => {
  const [only] = items;
  if (items.length === 1 && only)
    return {
      kind: 'record',
      record: only,
      sentence: `✓ Graded ${gradesOf(items)}${wanted ? `, not ${asWords(wanted)}` : ''}`,
      problem,
    };
  const sentence = `✓ Graded ${gradesOf(items)}`;
  return { kind: 'records', records: items, sentence, problem: () => problem };
};
