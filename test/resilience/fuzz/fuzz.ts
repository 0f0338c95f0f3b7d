import { fc } from '../../support/properties.ts';
import type { Tally } from '../torture/run-group.ts';
import { answers } from './answers.ts';
import { typed } from './arguments.ts';
import { compressedFeeds } from './compressed-feeds.ts';
import { cursors } from './cursors.ts';
import { dialects } from './dialects.ts';
import { expressions, fields } from './expressions.ts';
import { type Fuzzer, inPlace } from './fuzzer.ts';
import { journals } from './journals.ts';
import { keptFiles } from './kept-files.ts';
import { records } from './records.ts';
import { rowForms } from './row-forms.ts';
import { payloads, rows } from './rows.ts';
import { asProcess, inProcess, type Tool } from './tool.ts';

export const fuzzers: readonly Fuzzer[] = [
  rows,
  payloads,
  typed,
  answers,
  cursors,
  keptFiles,
  compressedFeeds,
  dialects,
  records,
  fields,
  expressions,
  rowForms,
  journals,
];

const allShares = fuzzers.reduce((sum, { share }) => sum + share, 0);

/** How often a law is tried, from which seed on. */
interface Trials {
  runs: number;
  seed: number;
  /** Whether what breaks a law is told as it was found. */
  asFound?: boolean;
}

/** Tries a law. What breaks it is told as small as it can be made, with the seed that finds it again. */
export const fuzz = (
  tool: Tool,
  { name, law }: Fuzzer,
  { runs, seed, asFound = false }: Trials,
): Promise<string[]> =>
  inPlace(tool, async (place) => {
    const how = { numRuns: runs, seed, endOnFailure: asFound, includeErrorInReport: true };
    const details = await fc.check(law(place), how);
    if (!details.failed) return [];
    const again = `npm run torture -- --only fuzz/${name} --seed ${seed}`;
    return [`${fc.defaultReportMessage(details)}\n    ${again}`];
  });

/** Those that are tried through processes of their own, too. */
export const throughProcesses = fuzzers.filter(({ name }) =>
  ['rows', 'arguments', 'answers', 'journals'].includes(name),
);

/** Tries all laws, with so many inputs within this process, and so many through processes of their own. */
export const fuzzAll = async (
  bin: string,
  { inputs, processes, seed, only }: { inputs: number; processes: number; seed: number; only: string },
  tell: (tally: Tally) => void,
): Promise<void> => {
  const tried = async (group: string, tool: Tool, fuzzer: Fuzzer, runs: number) => {
    const name = `${group}/${fuzzer.name}`;
    if (!name.startsWith(only) || runs === 0) return;
    tell({ name, runs, changes: 0, misses: await fuzz(tool, fuzzer, { runs, seed }) });
  };
  for (const fuzzer of fuzzers)
    await tried('fuzz', inProcess(bin), fuzzer, Math.ceil((inputs * fuzzer.share) / allShares));
  for (const fuzzer of throughProcesses)
    await tried('fuzz by processes', asProcess(bin), fuzzer, Math.ceil(processes / throughProcesses.length));
};
