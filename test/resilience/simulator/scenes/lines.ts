import type { Step } from '../history.ts';
import type { MomentKind } from '../machine/interface.ts';
import type { Begun, Draft, Verb } from './draft.ts';
import { rivals } from './rivals.ts';
import { faultOf } from './weather.ts';

/** A command line, what happens to its process, and how it goes on after a stop. */
export const typeLine = (
  draft: Draft,
  line: string,
  kind?: Verb,
  named = false,
  answers?: readonly string[],
) => {
  const chance = draft.chance;
  const job = draft.nextJob();
  if (kind) draft.begun.push({ job, line, kind, named });
  for (let left = chance.pick([0, 0, 0, 1, 1, 2, 3]); left > 0; left--)
    draft.step({ do: 'fault', fault: faultOf(draft.chance) });
  // Whoever goes on with something may have another's keys in the environment.
  const client = kind === undefined && chance.happens(0.04) ? { client: 'client-2' } : {};
  draft.step({ do: 'start', job, line, ...(answers && { answers }), ...client });
  const isStopped = disturb(draft, job, line, answers !== undefined);
  draft.step({ do: 'wait', job });
  if (!isStopped || !chance.happens(0.5)) return;
  // Whoever comes next goes on with it, after a while in which the shop sells.
  if (chance.happens(0.4)) draft.step({ do: 'sleep', ms: chance.pick([5_000, 120_000, 3_600_000]) });
  if (chance.happens(0.3)) draft.step(...rivals(draft, chance.between(1, 4)));
  else if (chance.happens(0.5)) buyers(draft, line);
  typeLine(draft, line.startsWith('runs') || chance.happens(0.4) ? line : `runs resume @${job}`);
};

/** Each takes one of what the line is about, as its row may. */
export const buyers = (draft: Draft, line: string) => {
  for (const { id } of draft.listedIn(line))
    if (draft.chance.happens(0.6)) draft.step({ do: 'rival', act: { kind: 'buys', id } });
};

/** What happens to a process while it works. Returns whether it stops it. */
const disturb = (draft: Draft, job: string, line: string, isTyped: boolean): boolean => {
  const chance = draft.chance;
  // A resumption may have little to do but to look, and is stopped in the middle of that, too.
  const isShort = line.startsWith('runs resume');
  const moment = (): Step => {
    // While it plans, before its first change.
    if (chance.happens(0.3))
      return {
        do: 'until',
        job,
        moment: chance.pick(['request', 'answer']),
        nth: chance.between(1, 2),
      };
    const kind = chance.pick<MomentKind>(['write', 'sync', 'request', 'answer']);
    const most = { write: 30, sync: 15, request: 20, answer: 20 }[kind];
    return {
      do: 'until',
      job,
      moment: kind,
      nth: chance.between(1, isShort || chance.happens(0.5) ? 4 : most),
    };
  };
  switch (
    chance.weighted({
      nothing: isShort ? 4 : 8,
      kill: 3,
      power: 1.5,
      suspend: 2.5,
      // Whoever sits there stops it by Ctrl-C.
      interrupt: isTyped || isShort ? 6 : 1.5,
      rivals: 4.5,
      beside: 1.5,
      disk: 2,
    })
  ) {
    case 'kill':
      draft.step(moment(), { do: 'kill', job });
      if (chance.happens(0.3)) draft.step(...rivals(draft, 3));
      return true;
    case 'power':
      draft.step(moment(), { do: 'power' });
      return true;
    case 'interrupt':
      draft.step(moment(), { do: 'interrupt', job });
      return true;
    case 'rivals':
      draft.step(moment(), ...rivals(draft, chance.pick([1, 2, 3, 6])));
      return false;
    case 'disk':
      // Most of what it needs is written while it begins.
      draft.step(
        chance.happens(0.5) ? moment() : { do: 'until', job, moment: 'write', nth: chance.between(1, 14) },
        { do: 'disk', free: chance.pick([0, 0, 200, 1_000]) },
        { do: 'wait', job },
        { do: 'disk', free: 'enough' },
      );
      return true;
    case 'suspend': {
      draft.step(moment(), { do: 'suspend', job });
      let isUndone = false;
      if (chance.happens(0.7)) {
        const other = draft.nextJob();
        const taken = line.startsWith('runs') || chance.happens(0.8) ? line : `runs resume @${job}`;
        draft.step(
          { do: 'sleep', ms: chance.pick([100, 3_000, 8_000]) },
          { do: 'start', job: other, line: taken },
        );
        draft.step({ do: 'wait', job: other });
        // What was done meanwhile is undone, too.
        isUndone = !line.startsWith('runs') && chance.happens(0.35);
        if (isUndone) {
          const undo = draft.nextJob();
          draft.step({ do: 'start', job: undo, line: `runs undo @${job} --yes` }, { do: 'wait', job: undo });
        }
      } else draft.step({ do: 'sleep', ms: chance.pick([500, 8_000, 90_000]) });
      if (chance.happens(0.3)) draft.step(...rivals(draft, 2));
      // What wakes is stopped sometimes: a pod that is resumed only to be evicted, and started again.
      const isStopped = chance.happens(0.4);
      if (isStopped) draft.step({ do: 'terminate', job });
      draft.step({ do: 'wake', job }, { do: 'wait', job });
      if (isStopped && chance.happens(0.6)) {
        const again = draft.nextJob();
        draft.step({ do: 'start', job: again, line }, { do: 'wait', job: again });
      }
      if (isUndone && chance.happens(0.6)) undoAgain(draft, { job, line });
      return false;
    }
    case 'beside': {
      const other = draft.nextJob();
      draft.step(chance.happens(0.5) ? { do: 'sleep', ms: chance.between(0, 400) } : moment());
      draft.step({ do: 'start', job: other, line }, { do: 'wait', job: other });
      return false;
    }
    default:
      return false;
  }
};

/** Somebody brings back what was undone, and whoever does not know that it was undone does it again. */
export const undoAgain = (draft: Draft, { job, line }: Pick<Begun, 'job' | 'line'>) => {
  for (const { id } of draft.listedIn(line))
    if (draft.chance.happens(0.6)) draft.step({ do: 'rival', act: { kind: 'reverts', id } });
  typeLine(draft, `runs undo @${job} --yes`);
};
