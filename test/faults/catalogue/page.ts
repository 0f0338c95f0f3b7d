import { casesOf } from '../case.ts';
import { faults } from '../faults.ts';
import { scenes } from '../scenes.ts';
import { catalogue } from './catalogue.ts';
import type { Entry } from './entry.ts';
import { measured, measuredOn } from './measured.ts';

const answered = { met: '', impossible: "Can't happen: ", left: 'Left: ' };

const row = ({ number, what, how, answer, isVital, tests }: Entry): string => {
  const files = [...new Set(tests.map(([file]) => file))].join(', ');
  return `| ${isVital ? `**${number}**` : number} | ${cell(what)} | ${answered[how]}${cell(answer)} | ${files} |`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

const figures = (): string[] => {
  const groups = new Set(faults.map(({ group }) => group));
  return [...groups].map((group) => {
    const runs = casesOf(0).filter(({ fault }) => fault.group === group).length;
    return `| ${group} | ${faults.filter((fault) => fault.group === group).length} | ${runs} |`;
  });
};

/** FAULTS.md: what goes wrong, what happens then, and which tests hold the tool to it. */
export const page = (): string => `# What goes wrong, and what happens then

Written from \`test/faults/catalogue/\` by a test; \`UPDATE_FAULTS=1 npx vitest run test/faults/catalogue\` writes it anew.

Each of ${faults.length} faults on the wire is held against ${scenes.length} command lines, as a process of the built tool, against a shop that keeps
books: what was said to be applied was, once; what was said not to be sent was not; \`unknown\` is said only where an
answer was lost; exit code and error are documented, nothing hangs, no stack trace and no secret is in any byte or file.

| faults on the wire | faults | runs a seed |
|---|---|---|
${figures().join('\n')}

\`npm test\` runs one command of each fault, \`npm run torture -- --only matrix\` all of them, \`--seeds N\` times: with even
seeds the fault is met each time, with odd ones once. \`npm run torture -- --only fuzz\` tries 360,000 arbitrary inputs within
one process and 3,000 through processes of their own: rows in every form, payloads, arguments, dialects, answers, cursors,
fields and jq expressions over odd records, feeds plain and compressed, journals, and whatever else is kept on a machine.
What misses is printed with the command that finds it again.

Each harness is held against mistakes that were made on purpose (\`test/faults/bugs.test.ts\`, \`test/torture/torture.test.ts\`,
\`test/contract/unfit.test.ts\`), and must see them.

What was run last, on ${measuredOn}:

| group | runs | misses | again with |
|---|---|---|---|
${measured.map(({ group, runs, misses, command }) => `| ${group} | ${runs} | ${misses} | \`${command}\` |`).join('\n')}

The contract that the sandbox is held to, and any other service: \`CONTRACT_BASE_URL=… npx vitest run test/contract\`;
nothing is changed there without \`CONTRACT_MAY_CHANGE=yes\`.

## The catalogue

Numbers in bold are those without which nobody should be given the tool. The last column names files below \`test/\`.
${Object.entries(catalogue)
  .map(
    ([kind, entries]) =>
      `\n### ${kind}\n\n| | what goes wrong | what happens then | tests |\n|---|---|---|---|\n${entries.map(row).join('\n')}\n`,
  )
  .join('')}`;
