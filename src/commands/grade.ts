import { conditions, conditionWord } from '../service/words.ts';
import type { Column } from '../terminal/columns.ts';
import { alsoMany } from './bulk/also-many.ts';
import type { UsageFault } from './errors.ts';
import { images, imagesInWords } from './image.ts';
import { previewed } from './preview.ts';
import { constantOf, constantOrOther, identifier, noCheck, text, wordOf } from './value-kinds.ts';
import type { Flags } from './values.ts';

const condition = {
  ...constantOrOther(
    'CONDITION',
    conditions,
    'The grade, in these words or in others that your service knows, such as damaged',
  ),
  field: 'items[0].condition',
};

/** Words of the same form pass as constants; what has another form, as it was typed, with --no-check alone. */
const conditionFaults = (said: string | undefined, anyConstants: boolean): UsageFault[] => {
  const fault = (message: string) => [{ name: '--condition', message, field: condition.field }];
  if (said === undefined) return fault('is missing');
  if (anyConstants || conditionWord.test(constantOf(said))) return [];
  return fault(`must be a word such as ${conditions.map(wordOf).join(', ')}, not '${said}'`);
};

const flags = {
  condition,
  notes: { ...text('TEXT', 'What you saw'), field: 'items[0].notes' },
  image: { ...images, field: 'items[0].images' },
  noCheck,
} satisfies Flags;

const columns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'notes', title: 'NOTES' },
  { field: 'images', title: 'IMAGES', inWords: imagesInWords },
];

export const grade = alsoMany(
  {
    details:
      'One request is one shipment. If its answer is lost, it is not sent again: whether the grade arrived is for you to look up.',
    arguments: { id: identifier('ITEM_ID', 'Identifier of the returned item') },
    flags,
    examples: [
      { does: 'A grade', line: 'resale grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 --condition good' },
      {
        does: 'With notes and a picture',
        line: "resale grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 --condition minor-defect --notes 'loose button' --image 'https://images.example/3.jpg left cuff'",
      },
      {
        does: 'A word that listings do not have',
        line: 'resale grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 --condition damaged',
      },
    ],
    columns,
    check: (_, { flags: { condition, noCheck } }) => conditionFaults(condition, noCheck),
    async run(invocation, { arguments: { id }, flags: given }) {
      const said = given.condition as string;
      const item = {
        id,
        condition: given.noCheck ? said : constantOf(said),
        ...(given.notes === undefined ? {} : { notes: given.notes }),
        ...(given.image === undefined ? {} : { images: given.image }),
      };
      const client = await invocation.connect({
        signal: invocation.io.interruption,
        anyConstants: given.noCheck,
      });
      const request = { body: { items: [item] } };
      if (invocation.settings.dryRun)
        return previewed([client.preview('gradeItems', request)], invocation.settings);
      const { gradeItems } = await import('../inventory/grade.ts');
      const { items } = await gradeItems(client, request.body);
      const [only] = items;
      return items.length === 1 && only
        ? { kind: 'record', record: only, columns }
        : { kind: 'records', records: items, columns };
    },
  },
  {
    operation: 'grade',
    notWithRows: ['condition', 'notes', 'image'],
    request: ({ noCheck }) => ({ onConflict: 'fail', options: { anyConstants: noCheck } }),
  },
);
