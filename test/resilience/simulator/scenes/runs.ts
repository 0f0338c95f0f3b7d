import type { Draft, Verb } from './draft.ts';
import { rowsOf } from './files.ts';
import { buyers, typeLine, undoAgain } from './lines.ts';
import { rivals } from './rivals.ts';

/** A file of rows, and the line that does what it says. */
export const run = (draft: Draft) => {
  const chance = draft.chance;
  const kinds = draft.allowed.filter((verb) => ['set', 'adjust', 'close', 'create', 'grade'].includes(verb));
  const kind =
    kinds.length === 0 ? 'adjust' : chance.pick([...kinds, ...kinds.filter((one) => one === 'adjust')]);
  draft.files += 1;
  const path = `${kind}${draft.files}.csv`;
  draft.step({ do: 'file', path, text: rowsOf(draft, kind) });
  const command = {
    set: 'inventory set',
    adjust: 'inventory adjust',
    close: 'listings close',
    create: 'listings create',
    grade: 'grade',
  };
  let line = `${command[kind as keyof typeof command]} --from ${path}`;
  if (draft.allowed.includes('plan') && kind !== 'grade' && chance.happens(0.12)) {
    draft.step({ do: 'start', job: draft.nextJob(), line: `${line} --plan ${path}.plan` });
    draft.step({ do: 'wait', job: draft.lastJob() });
    if (chance.happens(0.5)) draft.step(...rivals(draft, 2));
    if (chance.happens(0.4)) buyers(draft, line);
    line = line.replace(path, `${path}.plan`);
  }
  const named = chance.happens(0.7);
  if (named) line += ` --run ${chance.pick(['night', 'shelf', 'box'])}${draft.files}`;
  const needsYes = kind === 'close' || kind === 'create' || kind === 'grade';
  const isLimited = !needsYes && chance.happens(0.3);
  if (isLimited) line += ` --max-close ${chance.between(0, 2)}`;
  if (kind !== 'grade' && chance.happens(0.06)) line += ` --max-change ${chance.pick([50, 80, 95])}`;
  // Somebody at a terminal reads the plan, and answers; a script says yes before.
  const answers = chance.happens(0.2) ? [chance.happens(0.8) ? 'y' : 'n'] : undefined;
  if (answers === undefined && (needsYes || isLimited || chance.happens(0.7))) line += ' --yes';
  if (kind === 'set' && chance.happens(0.3)) line += ` --on-conflict ${chance.pick(['retry', 'skip'])}`;
  if (kind === 'adjust' && chance.happens(0.12)) line += ' --direct';
  if (chance.happens(0.1)) line += ` --failed-out failed${draft.files}.csv`;
  const isSharded = named && draft.allowed.includes('shard') && chance.happens(0.15);
  if (isSharded) return shards(draft, line, kind);
  typeLine(draft, line, kind, named, answers);
};

/** The parts of a run, one after the other or at once; and sometimes somebody starts it without parts. */
const shards = (draft: Draft, line: string, kind: Verb) => {
  const chance = draft.chance;
  const isAtOnce = chance.happens(0.7);
  const jobs: string[] = [];
  const lines = [1, 2].map((part) =>
    // Each part writes a file of its own.
    chance.happens(0.25) ? line : `${line.replace(/failed\d+/, `$&-${part}`)} --shard ${part}/2`,
  );
  for (const one of lines) {
    const job = draft.nextJob();
    jobs.push(job);
    draft.begun.push({ job, line: one, kind, named: true });
    draft.step({ do: 'start', job, line: one });
    if (isAtOnce) draft.step({ do: 'sleep', ms: chance.pick([5, 20, 60, 200, 1_000]) });
    else draft.step({ do: 'wait', job });
  }
  for (const job of jobs) draft.step({ do: 'wait', job });
};

export const undo = (draft: Draft) => {
  const chance = draft.chance;
  const undoable = draft.begun.filter(({ kind }) => kind === 'set' || kind === 'adjust' || kind === 'close');
  const [of] = undoable.length > 0 ? [chance.pick(undoable)] : [];
  if (of === undefined) return;
  if (chance.happens(0.3)) draft.step(...rivals(draft, 2));
  // What is in doubt has to be settled before.
  if (chance.happens(0.15))
    typeLine(draft, `runs resolve @${of.job} --all --as ${chance.pick(['applied', 'not-applied'])} --yes`);
  const converged = chance.happens(0.1) ? ' --converged' : '';
  if (chance.happens(0.08)) typeLine(draft, `runs undo @${of.job}${converged} -n`);
  // Somebody who is asked says yes to all of it, or stops at some question.
  const answers = chance.pick([['y', 'y', 'y'], ['y', 'n'], ['n']]);
  if (chance.happens(0.15)) typeLine(draft, `runs undo @${of.job}${converged}`, undefined, false, answers);
  else typeLine(draft, `runs undo @${of.job}${converged} --yes`);
  if (chance.happens(0.3)) undoAgain(draft, of);
};

/** The line of a run once more; or its file, as another run. */
export const again = (draft: Draft) => {
  const { chance } = draft;
  const { line, kind } = chance.pick(draft.begun);
  if (line.includes('--shard') || chance.happens(0.7)) return typeLine(draft, line);
  const named = chance.happens(0.5);
  const unnamed = line.replace(/ --run \S+/, '');
  return typeLine(draft, named ? `${unnamed} --run again` : unnamed, kind, named);
};

export const resolve = (draft: Draft) => {
  const chance = draft.chance;
  const which = chance.happens(0.3) ? `--lines ${chance.pick(['2', '3', '2,3'])}` : '--all';
  const as = chance.pick(['applied', 'not-applied']);
  typeLine(draft, `runs resolve @${chance.pick(draft.begun).job} ${which} --as ${as} --yes`);
};
