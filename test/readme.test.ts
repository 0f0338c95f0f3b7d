import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { built } from './support/built.ts';

/** The blocks of the README that show command lines and what they print. */
const consoleBlock = /```console\n([\s\S]*?)```/g;
/** What is another at each run: the name of a run, the port of a sandbox. */
const settled = (screen: string): string =>
  screen
    .replace(/\d{8}-\d{6}-[0-9a-f]{4}/g, '20261121-120501-4f2a')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4141');

const linesIn = (block: string): string[] =>
  block
    .split('\n')
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2));

/** Runs the lines of all blocks in one shell, against one fresh sandbox, which has no new feed meanwhile, and gives the blocks as they look then. */
const played = async (readme: string): Promise<string> => {
  const lines = [...readme.matchAll(consoleBlock)].flatMap(([, block = '']) => linesIn(block));
  const script = lines.map((line, index) => `echo '@@${index}'\n${line}`).join('\n');
  const { stdout } = await built(
    [
      'sandbox',
      'exec',
      '--feed-every',
      '86400',
      '--',
      'bash',
      '-c',
      `cd "$(mktemp -d)"\nexec 2>&1\n${script}`,
    ],
    {
      env: { COLUMNS: '100' },
    },
  );
  const printed = stdout.split(/@@\d+\n/).slice(1);
  let index = 0;
  return readme.replace(consoleBlock, (_, block: string) => {
    const shown = linesIn(block).map((line) => `$ ${line}\n${printed[index++]?.trimEnd() ?? ''}`.trimEnd());
    return `\`\`\`console\n${settled(shown.join('\n'))}\n\`\`\``;
  });
};

it('shows in the README what the commands really print; else run npm run docs', async () => {
  const readme = await readFile('README.md', 'utf8');
  await expect(await played(readme)).toMatchFileSnapshot('../README.md');
});
