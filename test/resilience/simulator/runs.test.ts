import { expect, it } from 'vitest';
import type { Job } from './director.ts';
import type { Ending, Process } from './machine/interface.ts';
import type { Report } from './rows.ts';
import { RunJudge } from './runs.ts';
import { idOf } from './shop.ts';
import { Works } from './works.ts';

const [one, other] = [idOf('a', 1), idOf('a', 2)];
const stock = `id,delta\n${one},2\n${other},3\n`;

const open = (text?: string) => {
  const works = new Works([]);
  const misses: string[] = [];
  const judge = new RunJudge(works, (kind) => misses.push(kind));
  const type = (line: string, { client }: { client?: string } = {}): Job => {
    const ending: Ending = { kind: 'exit', code: 0 };
    const argv = line.split(' ');
    const process = { folders: new Map(), ending, start: { argv, client } } as unknown as Process;
    const job = {
      name: 'A',
      line,
      argv,
      process,
      files: new Map([['s.csv', stock]]),
      isOver: true,
    } as Job;
    works.take(job);
    return job;
  };
  const look = (outcomes: readonly string[], more: object = {}, others: readonly object[] = []) => {
    const rows = outcomes.map(
      (outcome, index): Report => ({
        ...{ line: index + 2, id: [one, other][index] ?? null, outcome },
        ...{ before: 1, after: 3, error: null },
        ...others[index],
      }),
    );
    const counts = Object.fromEntries(
      outcomes.map((outcome) => [outcome, outcomes.filter((as) => as === outcome).length]),
    );
    judge.judge(
      { run: 'night', state: 'failed', operation: 'inventory adjust', counts, ...more },
      rows,
      () => text,
    );
  };
  return { works, judge, type, look, misses };
};

it('sees counts that are not those of the rows', () => {
  const { look, misses } = open();
  look(['applied', 'refused']);
  expect(misses).toEqual([]);
  look(['applied', 'refused'], { counts: { applied: 2 } });
  expect(misses).toContain('counted otherwise than shown');
});

it('sees a settlement of more rows than were meant', () => {
  const { judge, type, look, misses } = open();
  type('inventory adjust --from s.csv --run night --yes');
  look(['unknown', 'unknown']);
  judge.settles(type('runs resolve night --lines 3 --as not-applied'), () => true);
  look(['unknown', 'refused']);
  expect(misses).toEqual([]);
  judge.settles(type('runs resolve night --lines 2 --as applied'), () => true);
  look(['refused', 'applied']);
  expect(misses).toEqual(['settled otherwise than said', 'settled otherwise than said']);
});

it('sees an undo that leaves out what its run did', () => {
  const { type, look, works, misses } = open();
  type('inventory adjust --from s.csv --run night --yes');
  look(['applied', 'applied']);
  type('runs undo night --yes');
  works.all.at(-1)?.runs.add('night/undo');
  const undo = { run: 'night/undo', undoes: 'night' };
  look(['applied', 'applied'], undo);
  expect(misses).toEqual([]);
  // The service says that the other listing is not there.
  const gone = { id: null, error: { code: 'not-found', message: `no listing has the id ${other}` } };
  look(['applied', 'refused'], undo, [{}, gone]);
  expect(misses).toEqual([]);
  look(['applied'], undo);
  expect(misses).toEqual(['undo: leaves out what its run did']);
});

it('takes a file of failed rows at its word', () => {
  const failed = (text: string, outcomes: readonly string[]) => {
    const { type, look, misses } = open(text);
    type('inventory adjust --from s.csv --run night --yes --failed-out failed.csv');
    look(outcomes);
    return misses;
  };
  expect(failed(`id,delta\n${other},3\n`, ['applied', 'refused'])).toEqual([]);
  expect(failed(`id,delta\n${one},2\n`, ['applied', 'refused'])).toEqual(['a file of other failed rows']);
  expect(failed(stock, ['applied', 'refused'])).toEqual(['a file of other failed rows']);
  expect(failed('id,delta\n', ['applied', 'unknown'])).toEqual([]);
});

it('sees a run that begins beside another one of its rows', () => {
  const { judge, type, misses } = open();
  type('inventory adjust --from s.csv --run night --yes');
  const isUnfinished = (run: string) => run === 'night';
  const again = type('inventory adjust --from s.csv --run shelf --yes');
  judge.begins(again, isUnfinished);
  judge.judgeBegun(again, false, isUnfinished);
  expect(misses).toEqual([]);
  judge.judgeBegun(again, true, isUnfinished);
  expect(misses).toEqual(['begun beside a run of the same rows']);
});

it('knows that another client has another shop', () => {
  const { judge, type, misses } = open();
  type('inventory adjust --from s.csv --run night --yes');
  const again = type('inventory adjust --from s.csv --run shelf --yes', { client: 'client-2' });
  judge.begins(again, () => true);
  judge.judgeBegun(again, true, () => true);
  expect(misses).toEqual([]);
});

it('does not know whose a run is that two clients have asked for', () => {
  const { judge, type, misses } = open();
  type('inventory adjust --from s.csv --run night --yes');
  type('inventory adjust --from s.csv --run night --yes', { client: 'client-2' });
  const again = type('inventory adjust --from s.csv --run shelf --yes');
  judge.begins(again, () => true);
  judge.judgeBegun(again, true, () => true);
  expect(misses).toEqual([]);
});

it('does not miss what comes to nothing with what was found as wanted', () => {
  const { type, look, works, misses } = open();
  type('inventory adjust --from s.csv --run night --yes');
  look(['applied', 'converged'], {}, [
    { id: one, before: 1, after: 2 },
    { id: one, before: 2, after: 1 },
  ]);
  type('runs undo night --converged --yes');
  works.all.at(-1)?.runs.add('night/undo');
  look([], { run: 'night/undo', undoes: 'night' });
  expect(misses).toEqual([]);
});

it('sees an undo that takes back what was only found as wanted', () => {
  const undo = (line: string) => {
    const { type, look, works, misses } = open();
    type('inventory adjust --from s.csv --run night --yes');
    look(['applied', 'converged']);
    type(line);
    works.all.at(-1)?.runs.add('night/undo');
    look(['applied', 'applied'], { run: 'night/undo', undoes: 'night' });
    return misses;
  };
  expect(undo('runs undo night --converged --yes')).toEqual([]);
  expect(undo('runs undo night --yes')).toEqual(['undo: takes back what was found as wanted']);
});
