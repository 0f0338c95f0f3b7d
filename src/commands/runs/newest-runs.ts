import type { Value } from '../../line/flags/values.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import type { Standing } from '../../runs/journal/run-state.ts';
import type { Choice } from '../../terminal/prompts/ask-which.ts';
import { dayAndTime } from '../../words/times.ts';

const mostRuns = 20;

/**
 * Offers the newest runs that can be shown, or those that are unfinished, have rows in doubt, or changed inventories and were not
 * undone.
 */
export const newestRuns =
  (which?: 'unfinished' | 'in doubt' | 'undoable'): NonNullable<Value<string>['offer']> =>
  async ({ env, clock }) => {
    const { operationNamed } = await import('../../changes/operations.ts');
    const { runRecords } = await import('../../runs/run-records.ts');
    const { shortName } = await import('../../runs/folder/directory.ts');
    const { resultWords } = await import('../../runs/journal/state-words.ts');
    const directory = stateDirectory(env);
    const runs: Choice<string>[] = [];
    for await (const record of runRecords(directory)) {
      const { run, operation, createdAt, state, counts } = record;
      const isChange = !record.undoes && operationNamed(`${operation}`)?.changesInventory;
      const isUndoable = isChange && !record.undoneBy && Number(record.applied) > 0;
      const isOffered = {
        unfinished: state === 'unfinished',
        'in doubt': Number(record.unknown) > 0,
        undoable: isUndoable,
      };
      if (which !== undefined && !isOffered[which]) continue;
      const began = createdAt === undefined ? [] : [dayAndTime(`${createdAt}`, clock.now())];
      const result = counts === undefined ? `${state}` : resultWords(record as unknown as Standing);
      const meaning = [...began, ...(operation === undefined ? [] : [operation]), result].join(', ');
      const word = shortName(directory, `${run}`);
      runs.push({ value: word, word, meaning });
      if (runs.length === mostRuns) break;
    }
    return runs;
  };
