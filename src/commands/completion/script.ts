import { type AnyCommand, command, readsMachine } from '../../line/command.ts';
import { printed } from '../../terminal/results.ts';
import { type Shell, scriptOf, scripts } from './installation.ts';

const forThisShell: Readonly<Record<Shell, string>> = {
  bash: 'source <(resale completion bash)',
  zsh: 'source <(resale completion zsh)',
  fish: 'resale completion fish | source',
};

const printing = (shell: Shell): AnyCommand =>
  command({
    local: true,
    details:
      'Completes commands, flags and their values, files, and names of profiles, runs and listings. Printing it changes nothing.',
    effect: readsMachine,
    arguments: {},
    flags: {},
    examples: [
      { does: 'Only for this shell', line: forThisShell[shell] },
      { does: 'For every new shell', line: `resale completion install ${shell}` },
      { does: 'Into a file', line: `resale completion ${shell} --out ${scripts[shell]}` },
    ],
    next: `resale completion install ${shell}`,
    async run({ io }) {
      return printed(await scriptOf(shell, io));
    },
  });

export const bash = printing('bash');
export const zsh = printing('zsh');
export const fish = printing('fish');
