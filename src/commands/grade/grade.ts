import { closesListings } from '../../line/command.ts';
import { noCheck } from '../../line/flags/service-kinds.ts';
import { alsoMany } from '../../runs/command/also-many.ts';
import {
  gradedColumns,
  gradedFields,
  gradedId,
  gradingFlags,
  itemFaults,
  itemOf,
  sendShipment,
} from './grade-shipment.ts';

export const grade = alsoMany(
  {
    details:
      'At a terminal you are asked for what is missing, item by item, and may scan the items. --condition, --notes and --image apply to all of them. An empty line ends the box, which is shown before it is sent as one shipment. A file is one shipment and one request, unless it has a column shipment; flags fill in what its rows leave out. You are asked before one shipment gets more than 200 items. A grade that is not a condition of listings needs --no-check. If the answer is lost, nothing is sent again: find out whether the grade arrived.',
    effect: { ...closesListings, does: 'changes', repeatable: false, asks: 'sometimes' },
    arguments: { id: gradedId },
    flags: { ...gradingFlags, noCheck },
    examples: [
      {
        does: 'The file of a bar-code scanner, an identifier a line',
        line: 'resale grade --from shipment.txt --condition good',
      },
      {
        does: 'One item, with notes and a picture',
        line: "resale grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 --condition minor-defect --notes 'loose button' --image 'https://images.example/3.jpg left cuff'",
      },
      {
        does: "A grade of your service's own",
        line: 'resale grade 3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20 --condition FOR_PARTS --no-check',
      },
    ],
    answer: {
      fields: gradedColumns,
      record: async () => (await import('../../service/grading.ts')).gradedAnswer,
    },
    async check(_, { arguments: { id = '' }, flags }) {
      const { noCheck, condition } = flags;
      const item = itemOf(id, flags, noCheck);
      const faults = await itemFaults(item, condition, [], noCheck);
      // The argument is reported under its own name.
      return faults.filter(({ name }) => name !== '--id');
    },
    async walkThrough(invocation, typed) {
      const { talkAboutShipment } = await import('./shipment-questions.ts');
      return talkAboutShipment(invocation, typed);
    },
    async run(invocation, { arguments: { id }, flags }) {
      return sendShipment(invocation, [itemOf(id, flags, flags.noCheck)], flags.noCheck);
    },
  },
  {
    operation: async () => (await import('../../changes/grade-items.ts')).grade,
    defaults: async (_, flags) => gradedFields(flags, flags.noCheck),
    options: ({ noCheck }) => ({ anyConstants: noCheck, onConflict: 'fail' }),
  },
);
