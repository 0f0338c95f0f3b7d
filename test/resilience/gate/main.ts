import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Breakable, startBreakable, type Witness } from './breakable.ts';
import { type Break, lists, literally, readBreaks } from './breaks.ts';
import { randomBreaks } from './mutations.ts';

const help = `npm run gate -- [flags]

Breaks the source in each of the ways that test/resilience/gate/breaks.txt lists, and expects a test to fail that passes otherwise.

  --night        the breaks of test/resilience/gate/nightly.txt instead
  --only TEXT    only breaks that have this in their name
  --random N     N random changes of code instead, each before the tests that are nearest to it, then all transcripts;
                 fails if they miss more than half, since some changes are no faults
  --seed N       other random changes; the same seed makes the same ones (1)
  --workers N    how many breaks are tried at once (one for each processor)
`;

const { values } = parseArgs({
  options: {
    night: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: `${availableParallelism()}` },
    help: { type: 'boolean', default: false },
  },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

/** What came of a break: the test that saw it, or why none did. */
const resultOf = async (
  { make }: Break,
  breakable: Breakable,
): Promise<{ by: Witness } | { missed: string }> => {
  const { broken, tests, titles } = make();
  for (const files of tests) {
    const verdict = files.length > 0 ? await breakable.run(files, broken, titles) : undefined;
    if (verdict?.is === 'seen') return verdict;
    if (verdict?.is === 'error') return { missed: verdict.why };
  }
  return { missed: `all pass: ${tests.flat().slice(0, 8).join(' ')}` };
};

/** Why these tests have seen nothing: one of them fails anyway. Undefined if all of them pass where nothing is broken. */
const failsAnyway = async (
  witnesses: readonly Witness[],
  breakable: Breakable,
): Promise<string | undefined> => {
  const files = [...new Set(witnesses.map(({ file }) => file))];
  const names = new RegExp(`^(?:${witnesses.map(({ name }) => spaced(name)).join('|')})$`);
  const whole = await breakable.run(files, undefined, names);
  if (whole.is === 'unseen') return undefined;
  return whole.is === 'error' ? whole.why : `${whole.by.file} > ${whole.by.name}`;
};

/** An expression for the name of a test, in which vitest has blanks between groups. */
const spaced = (name: string): string => literally(name).replaceAll(' > ', '(?: >)? ');

const main = async (): Promise<number> => {
  const began = performance.now();
  const secondsSince = (moment: number) => (performance.now() - moment) / 1000;
  const all =
    values.random === undefined
      ? readBreaks(lists[values.night ? 'night' : 'always'])
      : randomBreaks(Number(values.random), Number(values.seed));
  const breaks = all.filter(({ name }) => name.includes(values.only));
  const workers = Number(values.workers);
  if (breaks.length === 0 || !(workers >= 1)) throw new Error('there is nothing to try, or nobody to try it');
  const left = breaks.values();
  let missed = 0;
  const work = async () => {
    const breakable = await startBreakable();
    const witnesses: Witness[] = [];
    for (const one of left) {
      const start = performance.now();
      const result = await resultOf(one, breakable).catch((error: Error) => ({ missed: error.message }));
      const [sign, why] = 'by' in result ? ['seen  ', `by: ${result.by.name}`] : ['MISSED', result.missed];
      print(`${secondsSince(start).toFixed(1).padStart(5)} s  ${sign}  ${one.name}\n${' '.repeat(17)}${why}`);
      if ('by' in result) witnesses.push(result.by);
      else missed += 1;
    }
    const fails = witnesses.length > 0 ? await failsAnyway(witnesses, breakable) : undefined;
    if (fails !== undefined) {
      print(`A test that saw a break fails where nothing is broken, too: ${fails}`);
      missed += 1;
    }
    await breakable.close();
  };
  await Promise.all(Array.from({ length: workers }, work));
  print(`${breaks.length - missed} passed, ${missed} failed, in ${secondsSince(began).toFixed(0)} s`);
  return missed > (values.random === undefined ? 0 : breaks.length / 2) ? 1 : 0;
};

if (values.help) print(help);
else process.exitCode = await main();
