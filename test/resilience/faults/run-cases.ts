import { asProcess } from '../fuzz/tool.ts';
import type { Tally } from '../torture/run-group.ts';
import { type Case, casesOf, nameOf } from './case.ts';
import { Matrix } from './matrix.ts';

/** Runs every case of some seeds, several at once, and tells of each group of faults when it is over. */
export const runCases = async (
  bin: string,
  { seeds, only, atOnce }: { seeds: number; only: string; atOnce: number },
  tell: (tally: Tally) => void,
): Promise<void> => {
  const cases = Array.from({ length: seeds }, (_, seed) => casesOf(seed)).flat();
  const groups = new Set(cases.map(({ fault }) => fault.group));
  const matrix = new Matrix(asProcess(bin));
  for (const group of groups) {
    const name = `matrix/${group}`;
    const own = cases.filter(({ fault }) => fault.group === group);
    if (name.startsWith(only)) tell(await runGroup(matrix, name, own, atOnce));
  }
};

const runGroup = async (
  matrix: Matrix,
  name: string,
  cases: readonly Case[],
  atOnce: number,
): Promise<Tally> => {
  const tally: Tally = { name, runs: 0, changes: 0, misses: [] };
  const left = cases.values();
  const work = async () => {
    for (const one of left) {
      const misses = await matrix
        .run(one)
        .catch((error: unknown) => [`${nameOf(one)}: ${error instanceof Error ? error.stack : error}`]);
      tally.runs += 1;
      tally.misses.push(...misses);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tally;
};
