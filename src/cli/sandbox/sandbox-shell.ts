import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Io } from '../../terminal/io.ts';
import { shellWord } from '../../words/resale-line.ts';

const mark = '(sandbox) ';

type Variables = Readonly<Record<string, string>>;

interface MarkedShell {
  args: readonly string[];
  env: Variables;
}

export const isShellToTypeIn = ([file = '', ...args]: readonly string[], { stdin, stderr }: Io): boolean =>
  stdin.isTTY === true &&
  stderr.isTTY === true &&
  /^(ba|z|fi|k|da)?sh$/.test(basename(file)) &&
  args.every((arg) => /^(-[il]+|--(interactive|login))$/.test(arg));

/** How to start a shell with a marked prompt, in which the sandbox's environment holds even after the user's own files were read. */
export const markedShell = async (
  [file = '', ...args]: readonly string[],
  environment: Variables,
  folder: string,
  { HOME = '', ZDOTDIR }: Io['env'],
): Promise<MarkedShell> => {
  const own = join(folder, 'shell');
  const exported = Object.entries(environment).map(([name, value]) =>
    name === 'PATH' ? `export PATH=${shellWord(folder)}:"$PATH"` : `export ${name}=${shellWord(value)}`,
  );
  const write = async (name: string, lines: readonly string[]): Promise<void> => {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await writeFile(join(own, name), `${lines.join('\n')}\n`, { mode: 0o600 });
  };
  const isLogin = args.some((arg) => /^(-i*l|--login)/.test(arg));
  switch (basename(file)) {
    case 'bash':
      await write('bashrc', [
        // A login shell takes no other file than these, so it is one that reads them.
        ...(isLogin
          ? [
              '[ -f /etc/profile ] && . /etc/profile',
              'for file in ~/.bash_profile ~/.bash_login ~/.profile; do',
              '  [ -f "$file" ] && { . "$file"; break; }',
              'done',
            ]
          : ['[ -f ~/.bashrc ] && . ~/.bashrc']),
        ...exported,
        marking('PS1'),
        // An array since bash 5.1. Other programs may set the prompt from there.
        'case "$(declare -p PROMPT_COMMAND 2>/dev/null)" in',
        "  'declare -a'*) PROMPT_COMMAND+=(__resale_mark) ;;",
        "  *) PROMPT_COMMAND+=$'\\n__resale_mark' ;;",
        'esac',
      ]);
      return { args: ['--rcfile', join(own, 'bashrc'), '-i'], env: environment };
    case 'zsh': {
      const there = ZDOTDIR ?? HOME;
      const files = ['.zshenv', '.zprofile', '.zshrc', '.zlogin'];
      for (const name of files)
        await write(name, [
          // The user's own files, which may set ZDOTDIR for the next ones.
          `ZDOTDIR=\${__resale_there-${shellWord(there)}}`,
          `[[ -f $ZDOTDIR/${name} ]] && . "$ZDOTDIR/${name}"`,
          '__resale_there=$ZDOTDIR',
          ...(name === '.zshrc'
            ? [
                `[[ $HISTFILE == ${shellWord(own)}/* ]] && HISTFILE=$ZDOTDIR/\${HISTFILE:t}`,
                ...exported,
                marking('PROMPT'),
                'precmd_functions+=(__resale_mark)',
              ]
            : []),
          // The last file leaves everything as it would be without these.
          ...(name === (isLogin ? '.zlogin' : '.zshrc')
            ? [
                ZDOTDIR === undefined ? `[[ $ZDOTDIR == ${shellWord(there)} ]] && unset ZDOTDIR` : ':',
                'unset __resale_there',
              ]
            : [`ZDOTDIR=${shellWord(own)}`]),
        ]);
      return { args, env: { ...environment, ZDOTDIR: own } };
    }
    case 'fish': {
      const lines = [
        ...Object.entries(environment)
          .filter(([name]) => name !== 'PATH')
          .map(([name, value]) => `set -gx ${name} ${shellWord(value)}`),
        `set -gx PATH ${shellWord(folder)} $PATH`,
        'functions -q fish_prompt; and functions -c fish_prompt __resale_prompt',
        `function fish_prompt; set -l last $status; echo -n ${shellWord(mark)}; __resale_status $last; __resale_prompt; end`,
        'function __resale_status; return $argv[1]; end',
      ];
      return { args: ['--init-command', lines.join('\n'), ...args], env: environment };
    }
  }
  return { args, env: { ...environment, PS1: `${mark}$ ` } };
};

/** Puts the mark before a prompt each time it is shown, since other code may set the prompt anew. */
const marking = (prompt: string): string =>
  `__resale_mark() { local last=$?; case "$${prompt}" in '${mark}'*) ;; *) ${prompt}="${mark}$${prompt}" ;; esac; return $last; }`;
