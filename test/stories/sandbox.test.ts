import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { isThere } from '../support/completing.ts';
import { ctrlC, enter, inMemoryTerminal, inTerminal } from '../support/terminal.ts';

/** What users have in their own files: a prompt, and a profile that must not hold in the sandbox. */
const files: Readonly<Record<string, [file: string, text: string]>> = {
  bash: [
    '.bashrc',
    "PS1='mine> '\nPROMPT_COMMAND='PS1=\"mine> \"'\nexport RESALE_PROFILE=live PATH=/sbin:$PATH\n",
  ],
  zsh: [
    '.zshrc',
    "PROMPT='mine> '\nprecmd() { PROMPT='mine> '; }\nexport RESALE_PROFILE=live PATH=/sbin:$PATH\n",
  ],
  fish: [
    '.config/fish/config.fish',
    "function fish_prompt; echo -n 'mine> '; end\nset -gx RESALE_PROFILE live\nset -gx PATH /sbin $PATH\n",
  ],
};

describe('a shell in the sandbox', () => {
  test.each(Object.entries(files).filter(([shell]) => isThere(shell)))(
    '%s says what it is, marks the prompt, reads the own files, and leaves nothing',
    async (shell, [file, text]) => {
      const on = machine();
      // Without the second one, fish makes completions in the background, which goes on after the test.
      for (const folder of ['.config/fish', '.local/share/fish/generated_completions'])
        mkdirSync(join(on.home, folder), { recursive: true });
      writeFileSync(join(on.home, file), text);
      const before = readdirSync(on.home);
      const terminal = inTerminal(`sandbox exec -- ${shell}`, { on, columns: 100 });
      await terminal.ends('(sandbox) mine>');
      expect(terminal.text()).toMatch(
        /^In this shell, resale talks to a sandbox, which is gone when you type exit\.\nTry:\n/,
      );
      const [list] = terminal.text().match(/(?<=^ {2})resale .*$/gm) ?? [];
      terminal.type(`${list} --count; echo "at $RESALE_PROFILE"${enter}`);
      await terminal.shows(/\n120\nat sandbox\n/);
      // The prompt is still marked, once.
      await terminal.ends('\n(sandbox) mine>');
      terminal.type(`exit 7${enter}`);
      expect(await terminal.ended).toMatchObject({ exitCode: 7 });
      expect(readdirSync(on.temporary).filter((name) => name.startsWith('resale'))).toEqual([]);
      // What a shell keeps for itself, such as its history, is where it always is.
      expect(readdirSync(on.home).filter((name) => !before.includes(name) && !name.startsWith('.'))).toEqual(
        [],
      );
    },
  );

  test('a login shell of bash is one, too, though its files set PATH anew', async () => {
    const on = machine();
    writeFileSync(join(on.home, '.bash_profile'), "PATH=/usr/bin:/bin PS1='mine> '\n");
    const terminal = inTerminal(['sandbox', 'exec', '--', 'bash', '-l'], { on });
    await terminal.ends('(sandbox) mine>');
    terminal.type(`resale listings list --count${enter}`);
    await terminal.shows('\n120\n');
    terminal.type(`exit${enter}`);
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  });

  test('a script is none: nothing is said, and its file is not read with ours', async () => {
    const terminal = inTerminal(['sandbox', 'exec', '--', 'bash', '-c', 'echo "$PS1."']);
    await terminal.ended;
    expect(terminal.text()).toBe('.');
  });
});

describe('the tour', () => {
  const more = 'Go on? (Y/n)';

  test('stops after each screen, goes on with Enter, and ends with a no', async () => {
    const on = machine();
    const terminal = inMemoryTerminal('sandbox demo', { on, columns: 80 });
    await terminal.ends(more);
    expect(terminal.text()).toMatch(/^# List an item .* \(1 of 9\)\n\$ resale listings create /);
    expect(terminal.text()).not.toContain('(2 of 9)');
    terminal.type(enter);
    await terminal.shows('(2 of 9)');
    await terminal.ends(more);
    terminal.type(`n${enter}`);
    expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
    expect(terminal.text()).toMatch(/That was a sandbox, and it is gone now\..*exec -- bash$/s);
    expect(terminal.text()).not.toContain('(3 of 9)');
    expect(readdirSync(on.temporary)).toEqual([]);
  });

  test('Ctrl-C between two screens ends it as everywhere', async () => {
    const on = machine();
    const terminal = inMemoryTerminal('sandbox demo', { on });
    await terminal.ends(more);
    terminal.type(ctrlC);
    expect(await terminal.ended).toMatchObject({ exitCode: 130 });
    expect(readdirSync(on.temporary)).toEqual([]);
  });
});
