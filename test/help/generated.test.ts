import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bashCompletion } from '../../build/documents/completion/bash.ts';
import { fishCompletion } from '../../build/documents/completion/fish.ts';
import { completedTool } from '../../build/documents/completion/model.ts';
import { zshCompletion } from '../../build/documents/completion/zsh.ts';
import { manPages } from '../../build/documents/man-pages.ts';
import { commandReference, exitCodeTable } from '../../build/documents/reference.ts';
import { skill } from '../../build/documents/skill.ts';
import { surfaceOf } from '../../build/documents/surface.ts';
import { man } from '../../package.json';
import { tree } from '../../src/commands/tree.ts';
import { describe as describeTool } from '../../src/help/describe.ts';
import { topics } from '../../src/help/topics.ts';

const description = await describeTool(tree);
const tool = completedTool(description);
const manual = await manPages(description);

/** Every command, and every exit code. */
const reference = `# Commands and exit codes

${commandReference(description)}

\`resale help listings create\`, or \`--help\` after any command, shows its flags, and examples that work as they stand in the sandbox;
\`man resale-listings-create\` has all of them.
There are also topics: ${topics.map(({ name }) => `\`resale help ${name}\``).join(', ')}.

For programs and agents, \`resale help --json\` prints all of it as data: for each command its flags, the JSON Schema of its answers
and its errors, and whether it changes anything. [surface.txt](surface.txt) has every command, flag and exit code, one per line.

## Output

stdout carries only data; everything else goes to stderr. JSON is always one valid document, NDJSON one record per line as it
arrives, and CSV is safe to open in a spreadsheet (\`resale help formatting\`). An error says what happened, and what
to do. With JSON output it is one line: \`{"error":{"code","message","hint",…}}\`.

## Exit codes

${exitCodeTable(description)}
`;

// `npm run docs` runs this very file with --update, which writes them.
test.each<[file: string, text: string]>([
  ['completions/resale.bash', bashCompletion(tool)],
  ['completions/_resale', zshCompletion(tool)],
  ['completions/resale.fish', fishCompletion(tool)],
  ...manual,
  ['docs/surface.txt', surfaceOf(description)],
  ['docs/commands.md', reference],
  ['SKILL.md', await skill()],
])('%s is what the commands say today; else run npm run docs', async (file, text) => {
  await expect(text).toMatchFileSnapshot(`../../${file}`);
});

test('man/ has the pages of today and no others, and the package installs all of them', () => {
  const files = [...manual.keys()].sort();
  expect(
    readdirSync('man')
      .map((name) => `man/${name}`)
      .sort(),
  ).toEqual(files);
  expect([...man].sort()).toEqual(files);
});
