import type { Settings } from '../../cli/global-flags.ts';
import { shellWord } from '../../cli/shell-line.ts';
import type { GradedItem } from '../../service/grading.ts';
import type { Answers } from '../answers.ts';
import { commandLine } from '../command-line.ts';

/** The command line that sends the same: one item by flags, several as rows. */
export const shipmentLine = (
  settings: Settings,
  said: readonly Answers[],
  items: readonly GradedItem[],
  noCheck: boolean,
): string => {
  const loosely = noCheck ? ['--no-check'] : [];
  const [only] = said;
  if (said.length === 1 && only) {
    const { id, ...flags } = only;
    return commandLine(['grade', String(id), ...loosely], settings, flags);
  }
  const rows = items.map((item) => shellWord(JSON.stringify(item))).join(' ');
  return `printf '%s\\n' ${rows} | ${commandLine(['grade', ...loosely], settings, { from: '-' })}`;
};
