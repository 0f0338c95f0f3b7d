import type { Job } from './director.ts';
import type { Report, Tell } from './rows.ts';
import { mayRestoreFound, type Work, type Works } from './works.ts';

/** A run as `runs list` has it. */
export interface Listed {
  run: string;
  state: string;
  operation: string;
  undoes?: string | null;
  /** `1 of 2`: how many parts of it have begun. */
  parts?: string | null;
  rows?: number;
  counts?: Readonly<Record<string, number>>;
  unknownLines?: number[];
}

/** Reads a file where a person keeps theirs. */
export type ReadFile = (path: string) => string | undefined;

/** Compares what is recorded of a run as a whole: its counts, its undo, what a person has settled, and its file of failed rows. */
export class RunJudge {
  /** The rows of each run when they were read last. */
  readonly #rows = new Map<string, readonly Report[]>();
  readonly #settling = new Map<Job, { run: string; before: readonly Report[] }>();
  readonly #ended = new Set<string>();
  /** Runs of the same rows that had not ended when a command line began. */
  readonly #twins = new Map<Job, readonly string[]>();

  constructor(
    readonly works: Works,
    readonly tell: Tell,
  ) {}

  /** What adds, and what is graded, is not begun while another run of the same rows has not ended. */
  begins(job: Job, isUnfinished: (run: string) => boolean) {
    const work = this.works.of(job.process);
    if (work === undefined || work.jobs.length > 1 || work.isSingle || !job.argv.includes('--from')) return;
    if (work.operation !== 'adjust' && work.operation !== 'grade') return;
    const rows = JSON.stringify(work.rows);
    // Another client has another shop. Whose a run is that two have asked for, is not known.
    const isOfClient = (other: Work) =>
      other.jobs.every(({ process }) => process.start.client === job.process.start.client);
    const others = this.works.all.filter(
      (other) => other !== work && isOfClient(other) && JSON.stringify(other.rows) === rows,
    );
    const twins = others.flatMap((other) => (other.undoes ? [] : [...other.runs].filter(isUnfinished)));
    if (twins.length > 0) this.#twins.set(job, twins);
  }

  /** A run, and its undo, is sent with the keys of one client. */
  judgeKeys(work: Work, hasSent: (job: Job) => boolean) {
    const jobs = [...(work.undoes?.jobs ?? []), ...work.jobs].filter(hasSent);
    const [first, other] = new Set(jobs.map(({ process }) => process.start.client ?? 'the usual one'));
    if (other !== undefined)
      this.tell(
        'went on with the keys of another client',
        `${work.jobs.at(-1)?.line}: ${first}, then ${other}`,
      );
  }

  judgeBegun(job: Job, hasSent: boolean, isUnfinished: (run: string) => boolean) {
    const twin = this.#twins.get(job)?.find(isUnfinished);
    if (hasSent && twin !== undefined)
      this.tell('begun beside a run of the same rows', `${job.line}: the run ${twin} has not ended`);
  }

  /** What is known of the rows of a run that is worked on may be wrong by now. */
  forget(run: string) {
    this.#rows.delete(run);
  }

  /** A person says what became of rows in doubt; which those are was seen, unless somebody has worked on the run since. */
  settles(job: Job, isSeen: (job: Job) => boolean) {
    const work = this.works.of(job.process);
    const [, , run = ''] = job.argv;
    const before = this.#rows.get(run);
    if (work === undefined) return;
    const others = work.jobs.filter((one) => one !== job);
    if (before === undefined || !others.every(isSeen)) return void work.settled.add('all');
    const lines = this.#linesOf(job);
    for (const { line, outcome } of before)
      if (lines?.includes(line) || (lines === undefined && outcome === 'unknown')) work.settled.add(line);
    this.#settling.set(job, { run, before });
  }

  /** Undefined if it is about all rows in doubt. */
  #linesOf = ({ argv }: Job): number[] | undefined =>
    argv.includes('--lines') ? (argv[argv.indexOf('--lines') + 1] ?? '').split(',').map(Number) : undefined;

  judge(one: Listed, rows: readonly Report[], read: ReadFile) {
    this.#rows.set(one.run, rows);
    const work = this.works.withRun(one.run);
    this.#judgeCounts(one, rows);
    if (work === undefined) return;
    this.#judgeSettled(one.run, work, rows);
    if (one.undoes) this.#judgeUndo(one, work, rows);
    else this.#judgeFailed(one, work, rows, read);
  }

  #judgeCounts({ run, counts = {} }: Listed, rows: readonly Report[]) {
    for (const outcome of new Set([...Object.keys(counts), ...rows.map((row) => row.outcome)])) {
      const shown = rows.filter((row) => row.outcome === outcome).length;
      const counted = counts[outcome] ?? 0;
      if (shown !== counted)
        this.tell(
          'counted otherwise than shown',
          `run ${run}: ${counted} ${outcome}, and ${shown} are shown`,
        );
    }
  }

  /** Only rows in doubt are settled, all that were meant, and as it was said. */
  #judgeSettled(run: string, work: Work, rows: readonly Report[]) {
    for (const [job, { run: of, before }] of this.#settling) {
      const { ending } = job.process;
      if (of !== run || ending === undefined) continue;
      this.#settling.delete(job);
      if (ending.kind !== 'exit' || ending.code !== 0 || work.jobs.at(-1) !== job) continue;
      // What another one settled before it was killed was seen, and may not have been on the disk.
      if (work.jobs.some(({ argv, process }) => argv[1] === 'resolve' && process.ending?.kind === 'killed'))
        continue;
      const as = job.argv.includes('not-applied') ? 'refused' : 'applied';
      const lines = this.#linesOf(job);
      for (const { line, outcome } of before) {
        const now = rows.find((row) => row.line === line)?.outcome;
        const isMeant = lines === undefined ? outcome === 'unknown' : lines.includes(line);
        if (now !== (isMeant ? as : outcome))
          this.tell('settled otherwise than said', `${job.line}: line ${line} was ${outcome}, and is ${now}`);
      }
    }
  }

  /** What a run is known to have changed, its undo is about. */
  #judgeUndo({ run, undoes }: Listed, work: Work, rows: readonly Report[]) {
    const { undoes: undone } = work;
    const left = new Map<string, number>();
    const isAsked = mayRestoreFound(work);
    const known = this.#rows.get(undoes ?? '') ?? [];
    const isFound = (id: string | null) => {
      const own = known.filter((row) => row.id?.toLowerCase() === id?.toLowerCase());
      return (
        own.some(({ outcome }) => outcome === 'converged') &&
        own.every(({ outcome }) => outcome !== 'applied')
      );
    };
    for (const { id } of isAsked || undone?.settled.size !== 0 ? [] : rows)
      if (isFound(id))
        this.tell(
          'undo: takes back what was found as wanted',
          `run ${run}: ${id} was converged, and nobody said so`,
        );
    // What was only found as wanted may be restored, too, and both may come to nothing.
    const found = new Map<string, number>();
    const said = new Set<string>();
    for (const { line, id, outcome, before, after } of known) {
      if (id === null) continue;
      const key = id.toLowerCase();
      // What a person said of a row before the undo, or while it began, may have come to something with others.
      if (undone?.settled.has('all') || undone?.settled.has(line)) said.add(key);
      if (before === null || after === null) continue;
      const sums = outcome === 'applied' ? left : found;
      if (outcome === 'applied' || (isAsked && outcome === 'converged'))
        sums.set(key, (sums.get(key) ?? 0) + after - before);
    }
    for (const [id, sum] of left) {
      if (said.has(id)) continue;
      const comesToNothing = sum === 0 || sum + (found.get(id) ?? 0) === 0;
      // Of a listing that its service says is not there, a row has no id, and says so of the id that it names.
      const isIn = ({ id: own, error }: Report) =>
        own?.toLowerCase() === id || (own === null && error?.message.toLowerCase().includes(id));
      if (!comesToNothing && !rows.some(isIn))
        this.tell('undo: leaves out what its run did', `run ${run}: ${id} is not in it`);
    }
  }

  /** The rows that surely did not make it, and no others, once the run has ended. */
  #judgeFailed({ run, state }: Listed, work: Work, rows: readonly Report[], read: ReadFile) {
    const [job] = work.jobs;
    const at = job?.argv.indexOf('--failed-out') ?? -1;
    const path = job?.argv[at + 1];
    const from = job?.argv[job.argv.indexOf('--from') + 1] ?? '';
    const isOfPart = job?.argv.includes('--shard');
    if (at < 0 || path === undefined || isOfPart || this.#ended.has(run) || work.settled.size > 0) return;
    if (!['finished', 'failed', 'unresolved'].includes(state)) return;
    this.#ended.add(run);
    const said = job?.files.get(from);
    const ends = work.jobs.at(-1)?.process.ending;
    // Who was told to write to the same file has done so, too.
    const isShared = this.works.all.some(
      (other) => other !== work && other.jobs.some(({ argv }) => argv.includes(path)),
    );
    // Whoever gives up a run, or undoes it, has not ended it by sending its rows.
    const isSent =
      work.jobs.every(({ argv }) => argv[1] !== 'end') &&
      !this.works.all.some(({ undoes }) => undoes === work);
    if (
      said === undefined ||
      !isSent ||
      isShared ||
      ends?.kind !== 'exit' ||
      work.jobs.some(({ process }) => process.ending?.kind !== 'exit')
    )
      return;
    const lines = said.trimEnd().split('\n');
    const expected = rows
      .filter(({ outcome }) => outcome === 'refused' || outcome === 'unsent')
      .map(({ line }) => lines[line - 1]);
    const written = (read(path) ?? '').trimEnd().split('\n').slice(1);
    if (written.join('\n') !== expected.join('\n'))
      this.tell(
        'a file of other failed rows',
        `run ${run}: ${path} has ${written.length} rows, and ${expected.length} failed`,
      );
  }
}
