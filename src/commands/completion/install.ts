import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { command } from '../../cli/command.ts';
import { nameThere, placeOf, type Shell, scriptOf, shells } from '../../cli/completion/shells.ts';
import { UsageError } from '../../cli/errors.ts';
import { UnusableFile, UnwritableFile } from '../../disk/errors.ts';
import { makeFolders } from '../../disk/folders.ts';
import { wholeFile } from '../../disk/whole-file.ts';
import { choice } from '../../flags/value-kinds.ts';
import type { Column } from '../../terminal/columns.ts';
import type { Io } from '../../terminal/io.ts';
import { shellWord } from '../../words/shell-word.ts';

const columns: readonly Column[] = [
  { field: 'shell', title: 'SHELL' },
  { field: 'file', title: 'FILE', whole: true },
  { field: 'outcome', title: 'OUTCOME' },
  { field: 'next', title: 'NEXT', whole: true },
];

export const install = command({
  details:
    'Writes the script to where the shell looks for completions of your own, and says what else is to be done. No file that you wrote, such as .bashrc, is touched. Run it again after an update to bring the script up to date.',
  arguments: {
    shell: {
      ...choice('SHELL', shells, 'The shell; if left out, the one that the variable SHELL names'),
      optional: true,
    },
  },
  flags: {},
  examples: [
    { does: 'For the shell you use', line: 'resale completion install' },
    { does: 'For another one', line: 'resale completion install fish' },
    { does: 'See where it would go', line: 'resale completion install zsh --dry-run' },
  ],
  next: 'resale completion bash',
  columns,
  async run({ io, settings }, { arguments: { shell = usedShell(io) } }) {
    if (shell === 'powershell')
      return {
        kind: 'record',
        record: { shell, file: null, outcome: 'nothing', next: powershellLine },
        columns,
      };
    const folder = placeOf(shell, io.env);
    const file = join(folder, nameThere[shell]);
    refuseOpenFolder(folder);
    const script = await scriptOf(shell, io);
    const there = await textOf(file);
    const outcome = there === script ? 'unchanged' : there === undefined ? 'written' : 'replaced';
    if (outcome !== 'unchanged' && !settings.dryRun) await put(script, folder, file);
    const record = {
      shell,
      file,
      outcome: settings.dryRun && outcome !== 'unchanged' ? `would be ${outcome}` : outcome,
      next: await nextStep(shell, folder, file, io),
    };
    return { kind: 'record', record, columns };
  },
});

const powershellLine =
  'Add this line to the file that $PROFILE names: resale completion powershell | Out-String | Invoke-Expression';

const usedShell = ({ env }: Io): Shell => {
  const name = basename(env.SHELL ?? '');
  const found = shells.find((shell) => shell === name || (shell === 'powershell' && name === 'pwsh'));
  if (found) return found;
  throw new UsageError(
    [{ name: 'SHELL', message: `is missing${name ? `, and there is no completion for ${name}` : ''}` }],
    `Name one of ${shells.join(', ')}.`,
  );
};

/**
 * Whoever can write to the folder, or to one above it, could put another file there, and the shell would run it. The user's
 * first group counts as the user: many systems give everyone one of their own.
 */
const refuseOpenFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const { mode = 0, gid } = statsOf(folder) ?? {};
  const isOpen =
    (mode & 0o1000) === 0 && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getgid?.()));
  if (isOpen)
    throw new UnusableFile(
      folder,
      'can be changed by other users, so they could replace the script that your shell runs',
      `Look at what is in it, then close it and try again: chmod go-w ${shellWord(folder)}`,
    );
  if (dirname(folder) !== folder) refuseOpenFolder(dirname(folder));
};

/** What can't be looked at is reported when it is written to. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

const put = async (script: string, folder: string, file: string): Promise<void> => {
  try {
    // Whoever can write there could have the shell run anything.
    makeFolders(folder, 0o755);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnwritableFile(file, `its folder can't be made (${code})`, { cause: error });
  }
  const made = await wholeFile(file, 0o644);
  await made.write(Buffer.from(script));
  await made.commit();
};

const textOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // If the file exists but can't be read, writing it will report that.
    if ((error as NodeJS.ErrnoException).errno !== undefined) return undefined;
    throw error;
  }
};

const nextStep = async (shell: Shell, folder: string, file: string, io: Io): Promise<string> => {
  if (shell === 'fish') return 'Type resale and press Tab.';
  if (shell === 'bash')
    return `Open a new shell, type resale and press Tab. Without the package bash-completion, add to ~/.bashrc: source ${shellWord(file)}`;
  if (await zshLooksIn(folder, io.env)) return 'Open a new shell, type resale and press Tab.';
  return `Add to ~/.zshrc, before compinit is called: fpath=(${shellWord(folder)} $fpath) and, where nothing calls it: autoload -U compinit && compinit`;
};

/** Whether zsh will find it: the folder is in FPATH, if that is exported, or the user's .zshrc names it. */
const zshLooksIn = async (folder: string, env: Io['env']): Promise<boolean> => {
  if (env.FPATH?.split(':').includes(folder)) return true;
  const own = await textOf(join(env.ZDOTDIR || env.HOME || '', '.zshrc'));
  const home = env.HOME ?? '';
  return (
    own !== undefined &&
    [folder, folder.replace(home, '~'), folder.replace(home, '$HOME')].some((name) => own.includes(name))
  );
};
