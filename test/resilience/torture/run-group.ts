import { type Group, mostCalls } from './groups.ts';
import { nameOf, torment } from './torture.ts';

/** What a group came to. */
export interface Tally {
  name: string;
  runs: number;
  changes: number;
  misses: string[];
}

/** Makes the trials of a group, several at once. */
export const runGroup = async (bin: string, { name, torments, endsBySurviving }: Group, atOnce: number) => {
  const tally: Tally = { name, runs: 0, changes: 0, misses: [] };
  const left = torments.values();
  let isOver = false;
  const work = async () => {
    for (const one of left) {
      if (isOver) return;
      const { misses, changes, survived } = await torment(bin, one).catch((error: unknown) => ({
        misses: [`${nameOf(one)}: ${error instanceof Error ? error.stack : error}`],
        changes: 0,
        survived: false,
      }));
      tally.runs += 1;
      tally.changes += changes;
      tally.misses.push(...misses);
      if (endsBySurviving && survived) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (endsBySurviving && !isOver) tally.misses.push(`${name}: more calls than ${mostCalls}`);
  return tally;
};
