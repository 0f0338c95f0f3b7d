import { CallError } from '../../client/errors.ts';
import { unhealthy } from '../../doctor/errors.ts';
import type { Finding } from '../../doctor/finding.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import type { Invocation } from '../invocation.ts';
import { profileCheckColumns } from './check-profile.ts';
import { drawnFindings, findingRecord, shownFindings } from './fit.ts';
import { examineFit } from './fit-service.ts';

/** What is known before the deep part of a check. */
interface Before {
  record: Shown;
  problem: Error | undefined;
  domain: string | undefined;
  /** The profile that the names are written to; undefined if they are not. */
  keptIn: string | undefined;
}

/** The deep part of a check of a profile, after the cheap one: on a screen one finding after the other, else as data in the record. */
export const deepResult = async (invocation: Invocation, before: Before): Promise<Result> => {
  const { record, problem, domain, keptIn } = before;
  const findings: Finding[] = [];
  async function* examined(): AsyncGenerator<Finding> {
    if (isAnswer(problem)) yield* shownFindings(invocation, examineFit(invocation, domain), findings, keptIn);
  }
  const isDrawn = formats[invocation.format()].isDrawn && invocation.settings.fields === undefined;
  if (!isDrawn) {
    const checks: Shown[] = [];
    for await (const finding of examined()) checks.push(findingRecord(finding));
    const found = problem ?? unhealthy(findings);
    return {
      kind: 'record',
      record: { ...record, ok: found === undefined, checks },
      problem: found,
      columns: [
        ...profileCheckColumns,
        { field: 'checks', title: 'CHECKS', inWords: (all) => checksInWords(all as Shown[]) },
      ],
    };
  }
  const screens = async function* (): AsyncGenerator<Result> {
    yield { kind: 'record', record, columns: profileCheckColumns, problem };
    yield {
      kind: 'screen',
      async *draw(drawing) {
        yield '\n';
        yield* drawnFindings(invocation, drawing, examined());
      },
      problem: () => (problem ? undefined : unhealthy(findings)),
    };
  };
  return { kind: 'results', results: screens() };
};

/** Whether the service answered, if only with a refusal; else there is nothing to examine. */
const isAnswer = (problem: Error | undefined): boolean =>
  problem === undefined ||
  (problem instanceof CallError && (problem.attempt === 'rejected' || problem.reason === 'bad-answer'));

const checksInWords = (checks: readonly Shown[]): string =>
  checks.map(({ check, status }) => `${check}: ${status}`).join(', ');
