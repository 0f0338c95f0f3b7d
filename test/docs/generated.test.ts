import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bashCompletion } from '../../build/documents/completion/bash.ts';
import { fishCompletion } from '../../build/documents/completion/fish.ts';
import { completedTool } from '../../build/documents/completion/model.ts';
import { powershellCompletion } from '../../build/documents/completion/powershell.ts';
import { zshCompletion } from '../../build/documents/completion/zsh.ts';
import { manPage } from '../../build/documents/man-page.ts';
import { commandReference, exitCodeTable } from '../../build/documents/reference.ts';
import { skill } from '../../build/documents/skill.ts';
import { surfaceOf } from '../../build/documents/surface.ts';
import { tree } from '../../src/commands/tree.ts';
import { describe as describeTool } from '../../src/docs/describe.ts';

const description = await describeTool(tree);
const tool = completedTool(description);

/** A text of Markdown with what stands between two markers of a name replaced. */
const between = (text: string, name: string, made: string): string => {
  const [begin, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(`${begin}\n`);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The README lacks the markers of ${name}.`);
  return `${before}${begin}\n\n${made}\n\n${end}${after}`;
};

const readme = async (): Promise<string> =>
  between(
    between(await readFile('README.md', 'utf8'), 'commands', commandReference(description)),
    'exit codes',
    exitCodeTable(description),
  );

// `npm run docs` runs this very file with --update, which writes them.
test.each<[file: string, text: string]>([
  ['completions/resale.bash', bashCompletion(tool)],
  ['completions/_resale', zshCompletion(tool)],
  ['completions/resale.fish', fishCompletion(tool)],
  ['completions/resale.ps1', powershellCompletion(tool)],
  ['man/resale.1', await manPage(description)],
  ['SURFACE.txt', surfaceOf(description)],
  ['README.md', await readme()],
  ['SKILL.md', await skill()],
])('%s is what the commands say today; else run npm run docs', async (file, text) => {
  await expect(text).toMatchFileSnapshot(`../../${file}`);
});
