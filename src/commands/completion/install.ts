import { basename } from 'node:path';
import { changesMachine, command } from '../../line/command.ts';
import { choice } from '../../line/flags/value-kinds.ts';
import { missing } from '../../line/flags/values.ts';
import { UsageError } from '../../line/usage-error.ts';
import type { Column } from '../../terminal/columns.ts';
import { type Advice, inOneText, prefixed } from '../../words/advice.ts';
import { type Installation, planInstallation, shells, usedShell } from './installation.ts';

const columns: readonly Column[] = [
  { field: 'shell', title: 'SHELL' },
  { field: 'file', title: 'FILE', whole: true },
  { field: 'outcome', title: 'OUTCOME' },
  { field: 'next', title: 'NEXT', whole: true },
];

export const install = command({
  details:
    'Writes the script to the folder where the shell looks for your own completions, and says what else is to be done. It touches no file that you wrote, such as .bashrc. Run it again after an update.',
  effect: changesMachine,
  arguments: {
    shell: {
      ...choice('SHELL', shells, 'The shell; if left out, the one that the variable SHELL names'),
      optional: true,
    },
  },
  examples: [
    { does: 'For the shell you use', line: 'resale completion install' },
    { does: 'For another one', line: 'resale completion install fish' },
    { does: 'See where it would go', line: 'resale completion install zsh --dry-run' },
  ],
  next: 'resale completion bash',
  answer: { fields: columns },
  async run({ io, settings }, { arguments: { shell: named } }) {
    const shell = named ?? usedShell(io);
    if (shell === undefined) throw unknownShell(basename(io.env.SHELL ?? ''));
    const { installation, install } = await planInstallation(shell, io);
    const { outcome } = installation;
    const isPlan = settings.dryRun && outcome !== 'unchanged';
    if (!settings.dryRun) await install();
    const next = inOneText(installation.next);
    const record = { ...installation, next, outcome: isPlan ? `would be ${outcome}` : outcome };
    return { kind: 'record', record, sentence: sentenceOf(installation, settings.dryRun) };
  },
});

/** What was done, and below it what is left to do. */
const sentenceOf = ({ file, outcome, next }: Installation, isDry: boolean): Advice => {
  if (outcome === 'unchanged') return `✓ ${file} is up to date`;
  return isDry ? `Would write ${file}` : prefixed(`✓ Wrote ${file}`, next, '\n');
};

const unknownShell = (name: string): UsageError =>
  new UsageError(
    [missing('SHELL', name && `, and there is no completion for ${name}`)],
    `Name one of ${shells.join(', ')}.`,
  );
