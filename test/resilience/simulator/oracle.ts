import type { Books, Effect } from './books.ts';
import type { Job } from './director.ts';
import { LineJudge } from './lines.ts';
import type { Process } from './machine/interface.ts';
import { agreed, made } from './processes.ts';
import { type Miss, type Report, RowJudge, type Tell } from './rows.ts';
import { type Work, Works } from './works.ts';

interface Listed {
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

type Inspect = (line: string) => Promise<Process>;

/** Compares all that the tool said and recorded with the shop's books. */
export class Oracle {
  readonly misses: Miss[] = [];
  readonly #works: Works;
  readonly #rows: RowJudge;
  readonly #lines: LineJudge;
  readonly #seen = new Set<string>();
  readonly #judged = new Set<Job>();
  readonly #jobs: Job[] = [];
  /** The runs of the last look. */
  #listed = new Map<string, Listed>();

  constructor(readonly books: Books) {
    this.#works = new Works(books.all());
    const tell: Tell = (kind, what) => this.#miss(kind, what);
    this.#rows = new RowJudge(books, this.#works, tell);
    this.#lines = new LineJudge(this.#rows, tell, (run) => this.#listed.get(run)?.state === 'unfinished');
  }

  started(job: Job) {
    this.#jobs.push(job);
    this.#works.take(job);
  }

  runOf = (name: string): string | undefined => {
    const job = this.#jobs.findLast((one) => one.name === name);
    return job && [...(this.#works.of(job.process)?.runs ?? [])].findLast((run) => this.#listed.has(run));
  };

  hangs(jobs: readonly Job[]) {
    for (const job of jobs) this.#miss('hangs', `${job.line} does not end`);
  }

  /** Looks at what the tool has recorded of its runs, and judges it, and whatever has ended since the last look. */
  async look(inspect: Inspect, isLast = false): Promise<void> {
    const listed = await this.#records<Listed>(inspect, 'runs list -o json');
    if (listed === undefined) return;
    this.#listed = new Map(listed.map((one) => [one.run, one]));
    for (const one of listed) this.#claim(one);
    const reports = new Map<string, readonly Report[]>();
    for (const one of listed) {
      if (one.state === 'running') continue;
      // Nothing can have changed in a run that no process has worked on since.
      const jobs = this.#works.withRun(one.run)?.jobs;
      if (!isLast && jobs?.every((job) => this.#judged.has(job))) continue;
      if (one.state === 'damaged') {
        this.#miss('damaged', `the run ${one.run} is damaged`);
        continue;
      }
      const rows = await this.#records<Report>(inspect, `runs show ${one.run} --rows -o json`);
      if (rows) reports.set(one.run, rows);
    }
    for (const work of this.#works.all) this.#judgeWork(work, reports);
    for (const job of this.#jobs)
      if (job.process.isDead && !this.#judged.has(job)) {
        this.#judged.add(job);
        this.#lines.judgeJob(job, reports);
      }
    this.#rows.judgeCreations();
  }

  /** In fair weather, each run that has not ended is resumed, and what is left in doubt is settled. */
  async bringToEnd(inspect: Inspect, type: (line: string) => Promise<void>): Promise<void> {
    const left = (run: string) => this.#listed.get(run);
    for (const run of [...this.#listed.keys()]) {
      const isOpen = () => ['unfinished', 'running'].includes(left(run)?.state ?? '');
      if (isOpen()) await type(`runs resume ${run}`);
      if ((left(run)?.counts?.unknown ?? 0) > 0 && !isOpen())
        await type(`runs resolve ${run} --all --as applied --yes`);
      const there = left(run);
      // A part that nobody has started is nobody's to end.
      const [begun, all] = there?.parts?.split(' of ') ?? [];
      if (begun !== all) continue;
      if (there && (isOpen() || there.state === 'damaged' || (there.counts?.unknown ?? 0) > 0))
        this.#miss('never ends', `the run ${run} can't be brought to its end: ${there.state}`);
    }
    await this.look(inspect, true);
  }

  async #records<T>(inspect: Inspect, line: string): Promise<T[] | undefined> {
    const { ending, stdout, stderr } = await inspect(line);
    if (ending?.kind === 'exit' && ending.code === 0) return JSON.parse(stdout) as T[];
    this.#miss('unreadable', `resale ${line} fails: ${stderr.trim()}`);
    return undefined;
  }

  /** A run belongs to the work whose process made its folder. */
  #claim({ run, undoes }: Listed): void {
    if (this.#works.withRun(run)) return;
    const maker = this.#jobs.find(({ process }) => made(process, run));
    const work = maker && this.#works.of(maker.process);
    const known = work ?? (undoes ? this.#works.all.find((one) => one.undoes?.runs.has(undoes)) : undefined);
    known?.runs.add(run);
  }

  #miss(kind: string, what: string) {
    const key = `${kind} ${what}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.misses.push({ kind, what });
  }

  #judgeWork(work: Work, reports: ReadonlyMap<string, readonly Report[]>) {
    for (const row of work.rows) this.#rows.judgeOnce(work, row);
    // What a gateway delivers twice of its own accord, nobody agreed to and nobody can prevent.
    const isRepeated = ({ cause }: Effect, index: number) =>
      'request' in cause &&
      this.books.effects.findIndex(
        (other) => 'request' in other.cause && other.cause.request === cause.request,
      ) < index;
    const closings = this.books.effects.filter(
      (effect, index) =>
        effect.closes &&
        'request' in effect.cause &&
        this.#works.owns(work, effect.cause.request) &&
        !isRepeated(effect, index),
    );
    const mayClose = Math.max(work.mayClose, ...work.jobs.map(agreed));
    if (closings.length > mayClose)
      this.#miss(
        work.jobs.some(({ process: { start } }) => start.answers)
          ? 'closes more than was answered'
          : 'closes too many',
        `${work.jobs[0]?.line}: ${closings.length} listings were closed, and at most ${mayClose} may be`,
      );
    for (const run of work.runs) {
      const known = new Set<number>();
      const rows = reports.get(run);
      if (rows === undefined) continue;
      for (const report of rows) {
        const { line } = report;
        if (known.has(line)) this.#miss('a row twice in a run', `line ${line} is in the run ${run} twice`);
        known.add(line);
        const row = work.rows.find((one) => one.line === line);
        if (row) this.#rows.judgeRow(work, row, report, run);
        else if (work.undoes === undefined)
          this.#miss('a strange row', `the run ${run} has a line ${line} that no file has`);
        else if (report.id !== null) {
          const undone = { line, listing: report.id };
          this.#rows.judgeOnce(work, undone);
          this.#rows.judgeRow(work, undone, report, run);
        }
      }
      const state = this.#listed.get(run)?.state;
      if (work.undoes === undefined && (state === 'finished' || state === 'failed'))
        for (const { line } of work.rows)
          if (!known.has(line))
            this.#miss('a row lost', `line ${line} is missing in the run ${run}, which has ended`);
    }
  }
}
