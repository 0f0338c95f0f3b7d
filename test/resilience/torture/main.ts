import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { caseNamed } from '../faults/case.ts';
import { Matrix } from '../faults/matrix.ts';
import { runCases } from '../faults/run-cases.ts';
import { fuzzAll } from '../fuzz/fuzz.ts';
import { asProcess } from '../fuzz/tool.ts';
import { groupsOf } from './groups.ts';
import { modes } from './jobs.ts';
import { runGroup, type Tally } from './run-group.ts';
import { torment, tormentNamed } from './torture.ts';

const help = `npm run torture -- [flags]

  --changes N      rows under faults, all modes together (100000)
  --kills N        random kills in each mode (500)
  --cuts N         cuts of the journal, all modes together (300)
  --interrupts N   Ctrl-C in each of two manners, all modes together (100)
  --parts N        runs in eight parts, and of eight pods that are killed and started anew (3)
  --seeds N        every fault on the wire against every command, so many times (4)
  --inputs N       arbitrary inputs, all laws together (360000)
  --processes N    arbitrary inputs of which each has a process of its own (3000)
  --seed N         another seed gives other trials, the same one the same (1)
  --only TEXT      only groups whose name begins so, such as kills/set or matrix
  --trial NAME     one trial alone, as a miss names it
  --case NAME      one fault against one command, as a miss names it
  --at-once N      trials at once
  --tool FILE      another build of the tool (bin/resale.js)
`;

const options = {
  changes: { type: 'string', default: '100000' },
  kills: { type: 'string', default: '500' },
  cuts: { type: 'string', default: '300' },
  interrupts: { type: 'string', default: '100' },
  parts: { type: 'string', default: '3' },
  seeds: { type: 'string', default: '4' },
  inputs: { type: 'string', default: '360000' },
  processes: { type: 'string', default: '3000' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  trial: { type: 'string' },
  case: { type: 'string' },
  'at-once': { type: 'string', default: String(availableParallelism() * 2) },
  tool: { type: 'string', default: 'bin/resale.js' },
  help: { type: 'boolean', default: false },
} as const;

const { values } = parseArgs({ options });
const bin = resolve(values.tool);

/** Misses of one group that are printed; all are counted. */
const mostShown = 20;

const print = (text: string) => process.stdout.write(`${text}\n`);

const row = ({ name, runs, changes, misses }: Tally): string =>
  [name.padEnd(34), ...[runs, changes, misses.length].map((count) => String(count).padStart(9))].join('');

const everything = async (): Promise<number> => {
  print(['group'.padEnd(34), ...['runs', 'rows', 'misses'].map((title) => title.padStart(9))].join(''));
  const groups = groupsOf({
    seed: Number(values.seed),
    changes: Number(values.changes),
    rowsARun: Math.min(1_000, Number(values.changes)),
    kills: Number(values.kills),
    cuts: Number(values.cuts),
    interrupts: Number(values.interrupts),
    parts: Number(values.parts),
    rows: 40,
    rowsOfPods: 200,
    rowsTraced: 10,
    traced: modes,
    stride: 1,
  });
  const all: Tally = { name: 'all', runs: 0, changes: 0, misses: [] };
  const atOnce = Number(values['at-once']);
  const tell = (tally: Tally) => {
    print(row(tally));
    for (const miss of tally.misses.slice(0, mostShown)) print(`  ${miss}`);
    all.runs += tally.runs;
    all.changes += tally.changes;
    all.misses.push(...tally.misses);
  };
  for (const group of groups.filter(({ name }) => name.startsWith(values.only)))
    tell(await runGroup(bin, group, atOnce));
  const { only } = values;
  await runCases(bin, { seeds: Number(values.seeds), only, atOnce }, tell);
  const [inputs = 0, processes = 0, seed = 0] = [values.inputs, values.processes, values.seed].map(Number);
  await fuzzAll(bin, { inputs, processes, seed, only }, tell);
  print(row(all));
  return all.misses.length > 0 ? 1 : 0;
};

const one = (misses: readonly string[]): number => {
  print(misses.length > 0 ? misses.join('\n') : 'Nothing was missed.');
  return misses.length > 0 ? 1 : 0;
};

if (values.help) print(help);
else if (values.trial !== undefined)
  process.exitCode = one((await torment(bin, tormentNamed(values.trial))).misses);
else if (values.case !== undefined)
  process.exitCode = one(await new Matrix(asProcess(bin)).run(caseNamed(values.case)));
else process.exitCode = await everything();
