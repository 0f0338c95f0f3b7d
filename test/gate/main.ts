import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Breakable, startBreakable, type Witness } from './breakable.ts';
import { type Break, readBreaks } from './breaks.ts';
import { mostNear, randomBreaks } from './mutations.ts';

const help = `npm run gate -- [flags]

Breaks the source in each of the ways that test/gate/breaks.txt lists, and expects a test to fail that passes otherwise.

  --only TEXT    only breaks that have this in their name
  --random N     N changes of random lines instead, each before the tests that are nearest to it, then all transcripts
  --seed N       other random changes; the same seed makes the same ones (1)
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Takes the breaks one by one, in a process of its own for each processor. */
const inParallel = async (
  breaks: readonly Break[],
  take: (one: Break, breakable: Breakable) => Promise<Witness | undefined>,
  finish: (witnesses: readonly Witness[], breakable: Breakable) => Promise<void>,
): Promise<void> => {
  const left = breaks.values();
  const work = async () => {
    const breakable = await startBreakable();
    const witnesses: Witness[] = [];
    for (const one of left) {
      const witness = await take(one, breakable);
      if (witness) witnesses.push(witness);
    }
    if (witnesses.length > 0) await finish(witnesses, breakable);
    await breakable.close();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
};

/** What came of a break: the test that saw it, or why none did. */
const resultOf = async (
  { tests, names, broken }: Break,
  breakable: Breakable,
): Promise<{ by: Witness } | { missed: string }> => {
  const [near, others] = [tests.slice(0, mostNear), tests.slice(mostNear)];
  let verdict = await breakable.run(near, broken(), names);
  if (verdict.is === 'unseen' && others.length > 0) verdict = await breakable.run(others, broken(), names);
  if (verdict.is === 'seen') return verdict;
  return { missed: verdict.is === 'error' ? verdict.why : `all pass: ${near.join(' ')}` };
};

/** Why these tests have seen nothing: one of them fails anyway. Undefined if all of them pass where nothing is broken. */
const failsAnyway = async (
  witnesses: readonly Witness[],
  breakable: Breakable,
): Promise<string | undefined> => {
  const files = [...new Set(witnesses.map(({ file }) => file))];
  const names = new RegExp(`^(?:${witnesses.map(({ name }) => asTyped(name)).join('|')})$`);
  const whole = await breakable.run(files, undefined, names);
  if (whole.is === 'unseen') return undefined;
  return whole.is === 'error' ? whole.why : `${whole.by.file} > ${whole.by.name}`;
};

/** An expression for the name of a test, in which vitest has blanks between groups. */
const asTyped = (name: string): string =>
  name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(' > ', '(?: >)? ');

const main = async (): Promise<number> => {
  const began = performance.now();
  const all =
    values.random === undefined ? readBreaks() : randomBreaks(Number(values.random), Number(values.seed));
  const breaks = all.filter(({ name }) => name.includes(values.only));
  if (breaks.length === 0) throw new Error('there is no such break');
  let missed = 0;
  await inParallel(
    breaks,
    async (one, breakable) => {
      const start = performance.now();
      const result = await resultOf(one, breakable).catch((error: Error) => ({ missed: error.message }));
      const isMissed = 'missed' in result;
      if (isMissed) missed += 1;
      const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
      print(`${seconds} s  ${isMissed ? 'MISSED' : 'seen  '}  ${one.name}`);
      print(`${' '.repeat(17)}${isMissed ? result.missed : `by: ${result.by.name}`}`);
      return isMissed ? undefined : result.by;
    },
    async (witnesses, breakable) => {
      const fails = await failsAnyway(witnesses, breakable);
      if (fails === undefined) return;
      missed += 1;
      print(`A test that saw a break fails where nothing is broken, too: ${fails}`);
    },
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  print(`${breaks.length - missed} passed, ${missed} failed, in ${seconds} s`);
  return missed > 0 ? 1 : 0;
};

if (values.help) print(help);
else process.exitCode = await main();
