import type { History } from './history.ts';
import { Draft, type Verb, verbs } from './scenes/draft.ts';
import { typeLine } from './scenes/lines.ts';
import { rivals } from './scenes/rivals.ts';
import { again, resolve, run, undo } from './scenes/runs.ts';
import { agent, library, single } from './scenes/singles.ts';
import { climateOf } from './scenes/weather.ts';

/** Draws a history from a seed: the same one each time. */
export const generate = (seed: number, allowed: readonly Verb[] = verbs): History => {
  const draft = new Draft(seed, allowed);
  draft.step(...climateOf(draft.chance));
  const scenes = draft.chance.between(2, 6);
  run(draft);
  for (let scene = 1; scene < scenes; scene++) drawScene(draft);
  return draft.history();
};

const drawScene = (draft: Draft) => {
  const chance = draft.chance;
  const can = (...some: Verb[]) => some.some((verb) => draft.allowed.includes(verb));
  const begun = draft.begun.length > 0;
  const scene = chance.weighted({
    run: 6,
    ...(begun && { again: 3, resume: 3, resolve: 1, end: 0.4, prune: 0.4 }),
    ...(begun && can('undo') && { undo: 3 }),
    ...(can('single') && { single: 2 }),
    ...(can('agent') && { agent: 0.7 }),
    ...(can('library') && { library: 1 }),
    rivals: 2,
    time: 1,
  });
  switch (scene) {
    case 'run':
      return run(draft);
    case 'again':
      return again(draft);
    case 'resume':
      return typeLine(draft, `runs resume @${chance.pick(draft.begun).job}`);
    case 'undo':
      return undo(draft);
    case 'resolve':
      return resolve(draft);
    case 'end':
      return typeLine(draft, `runs end @${chance.pick(draft.begun).job} --yes`);
    case 'prune':
      return typeLine(draft, 'runs prune --older-than 0 --yes');
    case 'single':
      return single(draft);
    case 'agent':
      return agent(draft);
    case 'library':
      return library(draft);
    case 'rivals':
      return draft.step(...rivals(draft, chance.between(1, 5)));
    case 'time':
      return chance.happens(0.2)
        ? draft.step({ do: 'clock', ms: chance.pick([-3_600_000, -20_000, 20_000, 3_600_000]) })
        : draft.step({ do: 'sleep', ms: chance.pick([200, 1_000, 6_000, 60_000, 600_000]) });
  }
};
