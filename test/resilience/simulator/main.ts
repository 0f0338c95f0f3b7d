import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { breaking, breaks } from './breaks.ts';
import { type LibraryCall, programWith } from './guests.ts';
import { type History, printed } from './history.ts';
import { known, shown } from './known.ts';
import type { Played } from './play.ts';
import { evenings } from './real/evenings.ts';
import { possible } from './real/possible.ts';
import { verbs as allVerbs, type Verb } from './scenes/draft.ts';
import { type Found, Search } from './search.ts';
import { buildPackage, buildTool } from './tool.ts';
import { draw, player, work } from './worker.ts';

const help = `npm run simulate -- [flags]

Plays random histories of the tool against a shop that keeps books, in memory and on a clock by which nobody waits.

  --seed N          the first history; alone, plays only this one and prints all that was said (1)
  --minutes M       from there on, for so long
  --histories N     from there on, so many
  --real            with real processes of the built tool, as far as a history is possible with them: seconds each
  --short           the fixed histories of .ci/run, with --real only those with real processes: fails for misses that test/resilience/simulator/known.ts does not list
  --verbs LIST      only these: ${allVerbs.join(',')}
  --break NAME      with a fault in the source, until it is seen: what happens without it, too, does not count; several
                    are all there. The faults:
                    ${Object.keys(breaks).join(', ')}
  --only KIND       stops at the first miss of this kind, and shrinks it; may be given several times
  --history FILE    plays a history that was kept, and prints all that was said; may be given several times
  --no-shrink       prints the misses alone
  --workers N       processes that play (one a processor; with --real, two)
`;

/** How many histories .ci/run plays. */
const shortHistories = 300;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    histories: { type: 'string' },
    real: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    verbs: { type: 'string' },
    break: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true },
    history: { type: 'string', multiple: true, default: [] },
    'no-shrink': { type: 'boolean', default: false },
    workers: { type: 'string' },
    worker: { type: 'string' },
    intact: { type: 'string' },
    program: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const print = (text: string) => process.stdout.write(`${text}\n`);

const place = 'node_modules/.simulator';

/** Plays one history, and prints all that there is to see. Returns whether nothing was amiss. */
const showOne = async (play: ReturnType<typeof player>, history: History): Promise<boolean> => {
  const played = await play(history);
  print(printed(history));
  for (const { line, ending, stdout, stderr } of played.said)
    print(
      `\n$ resale ${line}\n${[stdout, stderr]
        .map((text) => text.trimEnd())
        .filter(Boolean)
        .join('\n')}\n(${ending})`,
    );
  print(`\n${summary(played)}`);
  for (const { kind, what } of played.misses) print(`✗ ${kind}: ${what}`);
  return played.misses.length === 0;
};

const summary = ({ lines, events, lasted }: Pick<Played, 'lines' | 'events' | 'lasted'>): string =>
  `${lines} command lines, ${events} events, ${(lasted / 1000).toFixed(1)} s of the history`;

/** Prints the shortest history of a kind of miss, and keeps it. */
const showFound = ({ kind, history, what, count, seed, seconds, worked }: Found): void => {
  print(
    `\n✗ ${kind} (${count} times; first after ${seconds.toFixed(1)} s, ${worked.toFixed(1)} s of a processor, seed ${seed})`,
  );
  print(`  ${what}`);
  if (history === undefined) return;
  print(printed(history).replace(/^/gm, '    '));
  const file = join(place, `${kind.replace(/[^a-z0-9]+/gi, '-')}.json`);
  writeFileSync(file, JSON.stringify(history));
  print(
    `  to play it again: npm run simulate -- --history ${file}${values.real ? ' --real' : ''}${values.break.map((name) => ` --break '${name}'`).join('')}`,
  );
};

interface Tools {
  /** The tool that is played with, and, if it is broken, the one that is not. */
  folder: string;
  intact: string | undefined;
}

const search = async ({ folder, intact }: Tools, verbs: readonly Verb[], first: number): Promise<boolean> => {
  const { real, short, minutes, histories, only } = values;
  const most = short
    ? shortHistories
    : histories === undefined
      ? Number.POSITIVE_INFINITY
      : Number(histories);
  const seconds = minutes === undefined ? Number.POSITIVE_INFINITY : Number(minutes) * 60;
  const running = new Search({
    self: fileURLToPath(import.meta.url),
    args: ['--worker', folder, ...(intact ? ['--intact', intact] : []), ...(real ? ['--real'] : [])],
    // Real processes wait most of the time.
    workers: Number(values.workers ?? availableParallelism() * (real ? 2 : 1)),
  });
  const isBroken = intact !== undefined;
  const found = await running.play({ verbs, first, most, seconds, only, isOne: isBroken });
  const isNew = (one: Found) => isBroken || known[one.kind] === undefined;
  // In another try, a real history may go otherwise.
  if (real) for (const one of found) one.history = draw(one.seed, verbs, real);
  const isShrunk = (one: Found) =>
    !real && !values['no-shrink'] && (only ? only.includes(one.kind) : isNew(one));
  // One history is enough to show that a break is seen.
  const shrunk = found.filter(isShrunk).slice(0, isBroken ? 1 : undefined);
  for (const one of found)
    if (!shrunk.includes(one) && (only === undefined || only.includes(one.kind))) showFound(one);
  await running.shrink(shrunk, verbs, showFound);
  running.close();
  for (const one of found.filter((miss) => !isNew(miss))) print(`  known: ${known[one.kind]}`);
  const gone = short ? shown.filter((kind) => !found.some((one) => one.kind === kind)) : [];
  for (const kind of gone)
    print(`\n${kind} is listed in test/resilience/simulator/known.ts, and does not happen any more`);
  print(`\n${running.summary()}`);
  return !found.some(isNew) && gone.length === 0;
};

/** Builds the tool, for histories in memory or with real processes, and removes it afterwards. */
const withTool = async (isReal: boolean, use: (tools: Tools) => Promise<boolean>): Promise<boolean> => {
  mkdirSync(place, { recursive: true });
  const build = isReal ? buildPackage : buildTool;
  // Of their own: several may run at once.
  const folder = mkdtempSync(join(place, 'tool-'));
  const isBroken = values.break.length > 0;
  // Only a search asks whether a miss happens without the break, too.
  const isCompared = isBroken && values.history.length === 0;
  const intact = isCompared ? mkdtempSync(join(place, 'tool-')) : undefined;
  try {
    await build(folder, isBroken ? [breaking(...values.break)] : []);
    if (intact) await build(intact);
    return await use({ folder, intact });
  } finally {
    for (const made of [folder, intact]) if (made) rmSync(made, { recursive: true });
  }
};

/** Plays the fixed histories with real processes, all at once. */
const playEvenings = async ({ folder }: Tools): Promise<boolean> => {
  const began = performance.now();
  const play = player(folder, true);
  const missed = await Promise.all(
    evenings.map(async (history) => {
      const { misses } = await play(history);
      for (const { kind, what } of misses) print(`\n✗ ${history.seed}: ${kind}\n  ${what}`);
      if (misses.length > 0) print(printed(history).replace(/^/gm, '    '));
      return misses.length > 0;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  print(`${evenings.length} histories with real processes in ${seconds.toFixed(1)} s`);
  return !missed.includes(true);
};

const main = async (): Promise<boolean> => {
  const verbs = (values.verbs?.split(',') ?? allVerbs) as readonly Verb[];
  const { real, short } = values;
  if (!short) return withTool(real, (tools) => playAsAsked(tools, verbs));
  const isFine = real || (await withTool(false, (tools) => search(tools, verbs, 1)));
  return (await withTool(true, playEvenings)) && isFine;
};

const playAsAsked = async (tools: Tools, verbs: readonly Verb[]): Promise<boolean> => {
  const { real, history, seed, minutes, histories } = values;
  if (history.length > 0) {
    const play = player(tools.folder, real);
    const missed: string[] = [];
    for (const file of history) {
      print(`\n# ${file}`);
      const kept = JSON.parse(readFileSync(file, 'utf8')) as History;
      if (!(await showOne(play, real ? possible(kept) : kept))) missed.push(file);
    }
    return missed.length === 0;
  }
  const first = Number(seed ?? 1);
  return seed && !minutes && !histories
    ? showOne(player(tools.folder, real), draw(first, verbs, real))
    : search(tools, verbs, first);
};

/** A program that uses the library of the tool in a folder: a real process of a history. */
const runProgram = async (calls: string): Promise<void> => {
  const require = createRequire(import.meta.url);
  const program = programWith(JSON.parse(calls) as LibraryCall[], { settleMs: 500 });
  const load = (name: string): unknown => require(join(`${values.worker}`, 'dist', name));
  process.exitCode = await program(load, process.env as Record<string, string>, (text) =>
    process.stdout.write(text),
  );
};

// A simulator that is stopped ends its processes: see real/real-process.ts.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

if (values.help) print(help);
else if (values.program) await runProgram(values.program);
else if (values.worker) work(values.worker, values.real, values.intact);
else process.exitCode = (await main()) ? 0 : 1;
