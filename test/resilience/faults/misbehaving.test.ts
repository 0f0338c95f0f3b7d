import { describe, expect, test } from 'vitest';
import { bin } from '../../support/built.ts';
import { cursors } from '../fuzz/cursors.ts';
import { fuzz, fuzzers } from '../fuzz/fuzz.ts';
import type { Fuzzer } from '../fuzz/fuzzer.ts';
import { journals } from '../fuzz/journals.ts';
import { records } from '../fuzz/records.ts';
import { asProcess, inProcess, type Tool } from '../fuzz/tool.ts';
import { misbehaving } from '../misbehaving/misbehaving.ts';
import { caseNamed } from './case.ts';
import type { Said } from './manners.ts';
import { Matrix } from './matrix.ts';

/** The built tool, with something that is done to what it says. */
const spoilt =
  (spoil: (said: Said, env: Record<string, string>) => Partial<Said>): Tool =>
  async (argv, around) => {
    const said = await inProcess(bin)(argv, around);
    return { ...said, ...spoil(said, around.env) };
  };

const sendsAgain = asProcess(misbehaving('sends-again'));
const alwaysSucceeds = spoilt(() => ({ exitCode: 0, stderr: '' }));
const showsKey = spoilt(({ stderr }, env) => ({ stderr: `${stderr}The key is ${env.RESALE_API_KEY}.\n` }));
const callsItUnsent = spoilt(({ stdout }) => ({
  stdout: stdout.replaceAll('"outcome":"unknown"', '"outcome":"unsent"'),
}));
/** In CSV: JSON and YAML would show another value, which is another law. */
const leavesFormulas = spoilt(({ stdout }) => ({
  stdout: /^[[{-]/.test(stdout) ? stdout : stdout.replaceAll(/'(?=[=+@])/g, ''),
}));
const losesItsHead = spoilt(({ stderr }) => ({ stderr: `${stderr}\n    at run (main.cjs:1:1)\n` }));

describe('a tool that misbehaves is caught by the matrix of faults', () => {
  test.each<[name: string, tool: Tool, seen: string]>([
    ['lost answers: reset × inventory adjust --direct --from × 2', sendsAgain, 'applied 2 times'],
    ['statuses: 400, the keys repeated × grade --from × 0', showsKey, 'canary-key-93ab71e2 was printed'],
    [
      'wrong contents: inventory as text × inventory adjust --direct --from × 0',
      alwaysSucceeds,
      'exit code 0, and not 8',
    ],
    ['feed files: an array that is not closed × feed fetch -o ndjson × 0', alwaysSucceeds, 'exit code 0'],
    ['broken pages: the same cursor for ever × listings list --count × 0', alwaysSucceeds, 'exit code 0'],
    ['lost answers: reset × inventory adjust --direct --from × 2', callsItUnsent, 'unsent, and applied 1'],
  ])('%s', async (name, tool, seen) => {
    expect((await new Matrix(tool).run(caseNamed(name))).join('\n')).toContain(seen);
  });
});

/** The others ask the reader of feeds itself, and not the tool. */
const lawsOfTheTool = fuzzers.filter(({ name }) => name !== 'compressed feeds');

describe('a tool that misbehaves breaks a law', () => {
  const breaks = async (tool: Tool, law: Fuzzer) =>
    (await fuzz(tool, law, { runs: 300, seed: 1, asFound: true })).join('\n');

  test('passes a short list off as whole', async () => {
    expect(await breaks(alwaysSucceeds, cursors)).toContain('exit code 0, printed');
  });

  test('believes a damaged journal', async () => {
    expect(await breaks(alwaysSucceeds, journals)).toContain('the damage was not seen');
  });

  test('leaves a formula in a cell', async () => {
    expect(await breaks(leavesFormulas, records)).toContain('a spreadsheet would run');
  });

  test.each(lawsOfTheTool)('prints a stack trace: $name', async (law) => {
    expect(await breaks(losesItsHead, law)).toContain('a stack trace');
  });
});
