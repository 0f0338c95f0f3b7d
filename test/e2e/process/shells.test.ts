import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { escapeControlsInLines } from '../../../src/terminal/escape-controls.ts';
import { shellWord } from '../../../src/words/resale-line.ts';
import { examples } from '../../support/commands.ts';
import { hostileText, hostileTexts } from '../../support/hostile-texts.ts';
import { fc } from '../../support/properties.ts';
import { resale } from '../../support/resale.ts';
import { json, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// What the tool writes for somebody to type, as shells read it.

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit']).status === 0;
const shells = ['sh', 'bash', 'zsh', 'fish'].filter(has);

/** What a shell makes of a line: the words that the program behind it would get. */
const readBy = (shell: string, line: string, program = 'resale', env = {}): string[] => {
  const told =
    shell === 'fish'
      ? `function ${program}; for word in $argv; printf '%s\\0' $word; end; end`
      : `${program}() { for word; do printf '%s\\0' "$word"; done; }`;
  const { stdout, stderr } = spawnSync(shell, ['-c', `${told}\n${line}`], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    // From a socket, bash would read the user's own .bashrc first.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
};

/** No word of a command line can have these. */
const fits = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

const texts = hostileTexts.filter(fits);

describe.each(shells)('%s', (shell) => {
  test('any words come out as they went in, also behind the name of a flag, and act on no terminal', () => {
    const some = [...texts, ...fc.sample(hostileText, 60).filter(fits), '\u001b]0;x\u0007', '%s', '\\033'];
    const all = some.flatMap((text) => [text, `--image=${text}`]);
    const written = all.map(shellWord);
    expect(written.map(escapeControlsInLines)).toEqual(written);
    expect(readBy(shell, `resale ${written.join(' ')}`)).toEqual(all);
  });
});

test('the line that says how to go on, with a cursor of the service', async () => {
  const cursor = texts.filter((text) => !text.includes('\n')).join('');
  const { env } = await startService({
    '/v1/listings': json(200, {
      listings: [{ id: 'a' }],
      pageInfo: { hasNextPage: true, endCursor: cursor },
    }),
  });
  const { stderr } = await resale('listings list --limit 1', { env, terminal: 100 });
  const line = stderr.slice(stderr.indexOf('resale listings'));
  expect(readBy('sh', line)).toEqual(['listings', 'list', '--limit', '1', '--after', cursor]);
});

test.each(shells.filter((shell) => shell === 'bash' || shell === 'zsh'))(
  '%s reads the line that installs its completion',
  async (shell) => {
    const home = join(temporaryFolder(), "a b'$(touch x)`id`");
    const { exitCode, stdout } = await resale(`completion install ${shell}`, {
      env: { HOME: home, XDG_DATA_HOME: home },
    });
    expect(exitCode).toBe(0);
    const { next } = JSON.parse(stdout) as { next: string };
    const [, line = ''] =
      shell === 'bash' ? (/: source (.*)$/m.exec(next) ?? []) : (/fpath=\((.*) \$fpath\)/.exec(next) ?? []);
    expect(readBy(shell, `resale ${line}`)).toEqual([expect.stringContaining(home)]);
  },
);

test.each([20, 40, 80])('at %i columns, the examples can be copied as they stand', async (width) => {
  const quoted = /'[^']*'|"[^"]*"/g;
  const isPlain = (line: string) => /^resale [^|&;<>$`]*$/.test(line.replaceAll(quoted, ''));
  const withOthers = new Set(examples.filter(([line]) => !isPlain(line)).map(([, path]) => path));
  const plain = examples.filter(([, path]) => !withOthers.has(path));
  expect(plain.length).toBeGreaterThan(40);
  const shown = await Promise.all(
    [...new Set(plain.map(([, path]) => path))].map(async (path) => {
      const { stdout } = await resale(`help ${path} --help`, { terminal: width });
      return stdout.split('\nExamples:\n')[1]?.split('\n\n')[0];
    }),
  );
  const wordsOf = (lines: readonly (string | undefined)[]) => {
    const script = `PATH=/nowhere; resale() { for word; do printf '<%s>' "$word"; done; echo; }\n${lines.join('\n')}\n`;
    const { stdout, stderr } = spawnSync('bash', ['--norc'], { input: script, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n');
  };
  expect(wordsOf(shown)).toEqual(wordsOf(plain.map(([line]) => line)));
});
