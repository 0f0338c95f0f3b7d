import { alsoMany } from '../cli/bulk/also-many.ts';
import { conditionFaults, gradedColumns, gradedId, gradingFlags } from '../cli/grading/flags.ts';
import { gradedResult } from '../cli/grading/graded-result.ts';
import { itemOf } from '../cli/grading/item.ts';
import { previewed } from '../cli/preview.ts';
import { noCheck } from '../flags/value-kinds.ts';
import type { Graded } from '../service/grading.ts';

export const grade = alsoMany(
  {
    details:
      'One request is one shipment. If its answer is lost, it is not sent again: whether the grade arrived is for you to look up. At a terminal, what is missing is asked for, item after item; the answers outlive a Ctrl-C, and the next run offers to go on with them.',
    arguments: { id: gradedId },
    flags: { ...gradingFlags, noCheck },
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
    columns: gradedColumns,
    check: (_, { flags: { condition, noCheck } }) => conditionFaults(condition, noCheck),
    async walkThrough(invocation, typed) {
      const { walkThroughGrading } = await import('../conversation/shipment/walk-through.ts');
      return walkThroughGrading(invocation, typed);
    },
    async run(invocation, { arguments: { id }, flags: given }) {
      const item = itemOf(id, given, given.noCheck);
      const client = await invocation.connect({
        signal: invocation.io.interruption,
        anyConstants: given.noCheck,
      });
      const request = { body: { items: [item] } };
      if (invocation.settings.dryRun)
        return previewed([client.preview('gradeItems', request)], invocation.settings);
      const [{ perform }, { GradeItems }] = await Promise.all([
        import('../changes/engine.ts'),
        import('../changes/grade.ts'),
      ]);
      const { patience } = invocation;
      const { answer } = await perform(new GradeItems([item]), { client, patience });
      return gradedResult(answer as Graded);
    },
  },
  {
    operation: async () => (await import('../changes/grade.ts')).grade,
    notWithRows: ['condition', 'notes', 'image'],
    request: ({ noCheck }) => ({ onConflict: 'fail', options: { anyConstants: noCheck } }),
  },
);
