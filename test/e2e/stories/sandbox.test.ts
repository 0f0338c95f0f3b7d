import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine } from '../../support/built.ts';
import { isThere } from '../../support/completing.ts';
import { ctrlC, enter, inMemoryTerminal, inTerminal } from '../../support/terminal.ts';

describe('a shell in the sandbox', () => {
  test.each(['sh', 'bash', 'zsh', 'fish'].filter(isThere))(
    '%s says what it is, reads the own files, and leaves nothing',
    async (shell) => {
      const on = machine();
      // Without the second one, fish makes completions in the background, which goes on after the test.
      for (const folder of ['.config/fish', '.local/share/fish/generated_completions'])
        mkdirSync(join(on.home, folder), { recursive: true });
      const own: Readonly<Record<string, string>> = { bash: '.bashrc', zsh: '.zshrc' };
      writeFileSync(join(on.home, own[shell] ?? '.config/fish/config.fish'), 'export MINE=own\n');
      const before = readdirSync(on.home);
      const terminal = inTerminal(`sandbox exec -- ${shell}`, { on, columns: 100 });
      await terminal.shows(/^To look at it in a browser: http/m);
      expect(terminal.text()).toMatch(
        /^In this shell, resale talks to a sandbox, which is gone when you type exit\.\nTry:\n/,
      );
      const [list] = terminal.text().match(/(?<=^ {2})resale .*$/gm) ?? [];
      terminal.type(`${list} --count; echo "at $RESALE_PROFILE/$MINE."${enter}`);
      await terminal.shows(`120\nat sandbox/${shell === 'sh' ? '' : 'own'}.\n`);
      terminal.type(`exit 7${enter}`);
      expect(await terminal.ended).toMatchObject({ exitCode: 7 });
      expect(readdirSync(on.temporary).filter((name) => name.startsWith('resale'))).toEqual([]);
      // What a shell keeps for itself, such as its history, is where it always is.
      expect(readdirSync(on.home).filter((name) => !before.includes(name) && !name.startsWith('.'))).toEqual(
        [],
      );
    },
  );

  test('the prompt of one that sets none of its own has a mark', async () => {
    const terminal = inTerminal('sandbox exec -- sh');
    await terminal.ends('(sandbox) $');
    terminal.type(`exit${enter}`);
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  });

  test('an address in the own files would win, which is said where one is set', async () => {
    const env = { RESALE_BASE_URL: 'https://live.example' };
    const terminal = inTerminal('sandbox exec -- sh', { env, columns: 200 });
    await terminal.ends('(sandbox) $');
    expect(terminal.text()).toContain(
      'If files that sh reads set it, resale does not talk to the sandbox there. To check:\n  resale profiles show\n',
    );
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
  const more = 'Continue? (Y/n)';

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
