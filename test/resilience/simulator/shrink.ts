import type { History, Step } from './history.ts';

/** Whether a history still fails in the way that is looked for. */
export type Fails = (history: History) => Promise<boolean>;

/**
 * The shortest history that still fails: without steps, rows and listings that it does not need. It takes away as much at once as it
 * can, and ends when nothing more can be taken away, or after so many tries.
 */
export const shrink = async (history: History, fails: Fails, mostTries = 400): Promise<History> => {
  let tries = 0;
  let best = history;
  const attempt = async (next: History): Promise<boolean> => {
    if (tries >= mostTries) return false;
    tries += 1;
    if (!(await fails(next))) return false;
    best = next;
    return true;
  };
  for (let before = -1; before !== sizeOf(best) && tries < mostTries; ) {
    before = sizeOf(best);
    await withoutSome(
      () => best.steps,
      (steps) => attempt({ ...best, steps }),
    );
    for (let index = 0; index < best.steps.length; index++) await shorten(index, () => best, attempt);
    await withoutSome(
      () => best.listings,
      (listings) => attempt({ ...best, listings }),
    );
  }
  return best;
};

const sizeOf = ({ steps, listings }: History): number => JSON.stringify(steps).length + listings.length;

/** Takes away halves, then quarters, and so on down to single ones. */
const withoutSome = async <T>(
  all: () => readonly T[],
  attempt: (rest: T[]) => Promise<boolean>,
): Promise<void> => {
  for (let size = Math.ceil(all().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < all().length; )
      if (!(await attempt([...all().slice(0, from), ...all().slice(from + size)]))) from += size;
};

/** Makes one step smaller: fewer rows in a file, fewer flags of a line, an earlier moment, a simpler fault. */
const shorten = async (
  index: number,
  best: () => History,
  attempt: (next: History) => Promise<boolean>,
): Promise<void> => {
  const replaced = (step: Step): History => ({
    ...best(),
    steps: best().steps.map((old, at) => (at === index ? step : old)),
  });
  const step = () => best().steps[index] as Step;
  const first = step();
  if (first.do === 'file') {
    const { path } = first;
    const lines = () => (step() as typeof first).text.trimEnd().split('\n');
    await withoutSome(
      () => lines().slice(1),
      async (rest) => {
        const by = lines().length - 1 - rest.length;
        const shorter = replaced({ do: 'file', path, text: `${[lines()[0], ...rest].join('\n')}\n` });
        return (await attempt(shorter)) || attempt(sooner(shorter, by));
      },
    );
  } else if (first.do === 'start') {
    const flags = /\s--(?:failed-out \S+|on-conflict \S+|max-(?:close|change) \d+|run \S+|yes|exact)/g;
    const now = () => step() as typeof first;
    for (const [flag] of first.line.matchAll(flags))
      await attempt(replaced({ ...now(), line: now().line.replace(flag, '') }));
    const { answers, ...silent } = now();
    if (answers) await attempt(replaced(silent));
    const { client, ...usual } = now();
    if (client) await attempt(replaced(usual));
    await withoutSome(
      () => now().agent?.rows ?? [],
      (rows) => attempt(replaced({ ...now(), agent: { operation: '', ...now().agent, rows } })),
    );
    await withoutSome(
      () => now().program ?? [],
      (program) => attempt(replaced({ ...now(), program })),
    );
  } else if (first.do === 'until') {
    for (let nth = 1; nth < first.nth; nth++) if (await attempt(replaced({ ...first, nth }))) return;
  } else if (first.do === 'fault') {
    const { fault } = first;
    const { slow: _, ...atOnce } = fault;
    if (fault.slow !== undefined) await attempt(replaced({ do: 'fault', fault: atOnce }));
    const now = (step() as typeof first).fault;
    for (let nth = 1; nth < now.nth; nth++)
      if (await attempt(replaced({ do: 'fault', fault: { ...now, nth } }))) return;
  } else if (first.do === 'sleep') {
    for (const ms of [0, 100, 1_000, 10_000])
      if (ms < first.ms && (await attempt(replaced({ ...first, ms })))) return;
  }
};

/** What was to happen at a later request happens so many requests earlier. */
const sooner = ({ steps, ...rest }: History, by: number): History => ({
  ...rest,
  steps: steps.map((step): Step => {
    const earlier = (nth: number) => Math.max(1, nth - by);
    if (step.do === 'until') return { ...step, nth: earlier(step.nth) };
    if (step.do !== 'fault') return step;
    return { do: 'fault', fault: { ...step.fault, nth: earlier(step.fault.nth) } };
  }),
});
