import type { GradedItem } from '../../service/grading.ts';
import type { Settings } from '../global-flags.ts';
import type { Answers } from '../questions/answers.ts';
import { commandLine } from '../questions/command-line.ts';
import { shellWord } from '../shell-word.ts';

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
