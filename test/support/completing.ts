import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { atTerminal, bin, inShell, type Machine } from './built.ts';

/** The folder of the scripts is in a variable, since its name may have quotes and letters beyond ASCII. */
const surroundings = { COMPLETIONS: join(dirname(bin), '../completions'), LC_ALL: 'C.UTF-8' };

export const shellNames = ['bash', 'zsh', 'fish'] as const;
type ShellName = (typeof shellNames)[number];

export const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

interface Dialogue {
  command: string;
  setup: readonly string[];
  /** The keys that make the shell insert all that it offers, and print its line as `<<line>>`. */
  keys: string;
}

const dialogues: Readonly<Record<Exclude<ShellName, 'fish'>, Dialogue>> = {
  bash: {
    command: 'bash --norc --noprofile -i',
    setup: [
      'bind \'"\\C-xa": insert-completions\'',
      'bind -x \'"\\C-xp": printf "<<%s>>\\n" "$READLINE_LINE"\'',
      'source "$COMPLETIONS/resale.bash"',
    ],
    keys: '\u0018a\u0018p',
  },
  zsh: {
    command: 'zsh -f -i',
    setup: [
      'fpath=("$COMPLETIONS" $fpath); autoload -U compinit; compinit -u -D',
      'zle -C all-matches complete-word _generic; bindkey "^Xa" all-matches; bindkey "^Xl" list-choices',
      "zstyle ':completion:all-matches:*' old-matches only",
      "zstyle ':completion:all-matches::::' completer _all_matches",
      'shown() { print -r -- "<<$BUFFER>>" }; zle -N shown; bindkey "^Xp" shown',
    ],
    keys: '\u0018l\u0018a\u0018p',
  },
};

/** What a shell with the completions of the package offers when Tab is pressed behind each of some lines. */
export const offersOf = (shell: ShellName, lines: readonly string[], on: Machine, cwd: string) =>
  shell === 'fish' ? offersOfFish(lines, on, cwd) : offersAtTerminal(dialogues[shell], lines, on, cwd);

/** A candidate without the mark that some shells put behind a folder. */
const plain = (candidate: string): string => candidate.replace(/\/$/, '');

/** fish lists its candidates without a terminal: `candidate<tab>description`. */
const offersOfFish = async (lines: readonly string[], on: Machine, cwd: string): Promise<string[][]> => {
  const script = `source "$COMPLETIONS/resale.fish"
    for line in (string split \\n -- "$LINES_TYPED"); complete -C "$line"; echo "<<>>"; end`;
  const { stdout, stderr } = await inShell(`fish --no-config -c '${script}'`, {
    on,
    cwd,
    env: { ...surroundings, LINES_TYPED: lines.join('\n') },
  });
  if (stderr !== '') throw new Error(stderr);
  return lines.map((line, at) => {
    const word = line.slice(line.lastIndexOf(' ') + 1);
    return (
      (stdout.split('<<>>\n')[at] ?? '')
        .split('\n')
        .map((candidate) => plain(candidate.split('\t')[0] ?? ''))
        // Where nothing begins with a word, fish offers what has its letters somewhere.
        .filter((candidate) => candidate !== '' && candidate.startsWith(word))
    );
  });
};

const offersAtTerminal = async (
  { command, setup, keys }: Dialogue,
  lines: readonly string[],
  on: Machine,
  cwd: string,
): Promise<string[][]> => {
  // What was typed here is remembered nowhere.
  const env = { ...surroundings, HISTFILE: '/dev/null' };
  const child = atTerminal(`stty cols 400; exec ${command}`, { on, cwd, env });
  let text = '';
  let wake = () => {};
  child.stdout.on('data', (chunk) => {
    text += chunk;
    wake();
  });
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [all, found = ''] = pattern.exec(text) ?? [];
      if (all !== undefined) {
        text = '';
        return found;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  for (const line of [...setup, 'echo "rea""dy"']) child.stdin.write(`${line}\n`);
  await said(/^ready\r?$/m);
  const all: string[][] = [];
  for (const line of lines) {
    child.stdin.write(`${line}${keys}`);
    const inserted = await said(/<<(.*)>>/);
    // What is typed there is not a command to run.
    child.stdin.write('\u0015');
    const start = line.lastIndexOf(' ') + 1;
    const words = inserted.slice(start).trim().split(/\s+/).map(plain);
    all.push(words.length === 1 && words[0] === line.slice(start) ? [] : words);
  }
  return all;
};
