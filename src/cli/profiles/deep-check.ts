import { CallError } from '../../client/errors.ts';
import { unhealthy } from '../../doctor/errors.ts';
import type { Finding } from '../../doctor/finding.ts';
import { fitFindings } from '../../doctor/fit/fit.ts';
import type { Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import type { Result } from '../../terminal/results.ts';
import type { Invocation } from '../invocation.ts';
import { profileCheckColumns } from './check-profile.ts';
import { applyDialect, findingRecord, shownFinding } from './fit.ts';
import { serviceOf } from './fit-service.ts';

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
    if (!isAnswer(problem)) return;
    for await (const finding of fitFindings(await serviceOf(invocation, domain))) {
      invocation.io.interruption.throwIfAborted();
      findings.push(finding);
      yield await shownFinding(invocation, finding);
    }
    if (keptIn !== undefined) await applyDialect(invocation, keptIn, findings);
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
        const { findingCounts, findingLines } = await import('../../doctor/screen.ts');
        for await (const finding of examined()) yield findingLines(finding, drawing, invocation.io.env);
        yield `${findingCounts(findings)}\n`;
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
