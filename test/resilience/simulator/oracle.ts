import { type Books, requestOf } from './books.ts';
import { ConsentJudge } from './consent.ts';
import type { Job } from './director.ts';
import { LineJudge } from './lines.ts';
import type { Process } from './machine/interface.ts';
import { madeAt } from './processes.ts';
import { type Miss, type Report, RowJudge, type Tell } from './rows.ts';
import { type Listed, type ReadFile, RunJudge } from './runs.ts';
import type { Row } from './wanted-rows.ts';
import { type Work, Works } from './works.ts';

type Inspect = (line: string) => Promise<Process>;

/** Compares all that the tool said and recorded with the shop's books. */
export class Oracle {
  readonly misses: Miss[] = [];
  readonly #works: Works;
  readonly #rows: RowJudge;
  readonly #lines: LineJudge;
  readonly #runs: RunJudge;
  readonly #consent: ConsentJudge;
  readonly #seen = new Set<string>();
  readonly #judged = new Set<Job>();
  readonly #jobs: Job[] = [];
  /** The runs of the last look. */
  #listed = new Map<string, Listed>();

  constructor(
    readonly books: Books,
    readonly read: ReadFile,
  ) {
    this.#works = new Works(books.all());
    const tell: Tell = (kind, what) => this.#miss(kind, what);
    this.#consent = new ConsentJudge(books, this.#works, tell);
    this.#runs = new RunJudge(this.#works, tell);
    this.#rows = new RowJudge(books, this.#works, tell);
    this.#lines = new LineJudge(this.#rows, tell, this.#isUnfinished);
  }

  started(job: Job) {
    this.#jobs.push(job);
    this.#works.take(job);
    this.#runs.begins(job, this.#isUnfinished);
    if (job.argv[1] === 'resolve') this.#runs.settles(job, (one) => this.#judged.has(one));
  }

  /** Whether a command line has sent any change. */
  #hasSent = ({ process }: Job): boolean =>
    this.books.requests.some(({ by, kind }) => by === process && kind !== 'read' && kind !== 'list');

  #isUnfinished = (run: string): boolean => this.#listed.get(run)?.state === 'unfinished';

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
      if (one.state === 'running') {
        this.#runs.forget(one.run);
        continue;
      }
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
    for (const one of listed) {
      const rows = reports.get(one.run);
      if (rows) this.#runs.judge(one, rows, this.read);
    }
    for (const job of this.#jobs)
      if (job.process.isDead && !this.#judged.has(job)) {
        this.#judged.add(job);
        this.#lines.judgeJob(job, reports);
        this.#runs.judgeBegun(job, this.#hasSent(job), this.#isUnfinished);
      }
    this.#rows.judgeCreations();
  }

  /** In fair weather, each run that has not ended is resumed, and what is left in doubt is settled: one row by itself, then the others. */
  async bringToEnd(inspect: Inspect, type: (line: string, client?: string) => Promise<void>): Promise<void> {
    const left = (run: string) => this.#listed.get(run);
    for (const run of [...this.#listed.keys()]) {
      const isOpen = () => ['unfinished', 'running'].includes(left(run)?.state ?? '');
      for (const client of this.#clientsOf(run)) {
        if (isOpen()) await type(`runs resume ${run}`, client);
        const [line, ...others] = isOpen() ? [] : (left(run)?.unknownLines ?? []);
        if (line !== undefined)
          await type(
            `runs resolve ${run} --lines ${line} --as ${line % 2 ? '' : 'not-'}applied --yes`,
            client,
          );
        if (others.length > 0) await type(`runs resolve ${run} --all --as applied --yes`, client);
      }
      const there = left(run);
      // A part that nobody has started is nobody's to end.
      const [begun, all] = there?.parts?.split(' of ') ?? [];
      if (begun !== all) continue;
      if (there && (isOpen() || there.state === 'damaged' || (there.counts?.unknown ?? 0) > 0))
        this.#miss('never ends', `the run ${run} can't be brought to its end: ${there.state}`);
    }
    await this.look(inspect, true);
  }

  /** Whose keys a run may be sent with: it belongs to one client, and refuses the others. */
  #clientsOf(run: string): Set<string | undefined> {
    const { jobs = [], undoes } = this.#works.withRun(run) ?? {};
    return new Set([...(undoes?.jobs ?? []), ...jobs].map(({ process }) => process.start.client));
  }

  async #records<T>(inspect: Inspect, line: string): Promise<T[] | undefined> {
    const { ending, stdout, stderr } = await inspect(line);
    if (ending?.kind === 'exit' && ending.code === 0) return JSON.parse(stdout) as T[];
    this.#miss('unreadable', `resale ${line} fails: ${stderr.trim()}`);
    return undefined;
  }

  /** A run belongs to the work whose process made its folder last, whoever else asked for its name with other rows. */
  #claim({ run, undoes }: Listed): void {
    // Who was refused with 2 has begun no run in the folder that it made.
    const isRefused = ({ ending }: Process) => ending?.kind === 'exit' && ending.code === 2;
    const when = ({ process }: Job) => (isRefused(process) ? -1 : (madeAt(process, run) ?? -1));
    const [maker] = this.#jobs.filter((job) => when(job) >= 0).sort((a, b) => when(b) - when(a));
    const [made, named] = [maker && this.#works.of(maker.process), this.#works.withRun(run)];
    // After a prune, a folder without a plan may still be there, and whoever asks for the same again begins in it.
    const isSame = named?.name === run && JSON.stringify(named.rows) === JSON.stringify(made?.rows);
    // So does whoever asks for a name whose line was stopped while it planned.
    const isLeft = maker !== undefined && !this.#hasSent(maker) && named?.jobs.some(this.#hasSent);
    // Where only a refused one made the folder, whoever sends under the name has begun in it, even if all was pruned meanwhile.
    const sender =
      maker || named?.jobs.some(this.#hasSent)
        ? undefined
        : this.#works.all.findLast((work) => work.name === run && work.jobs.some(this.#hasSent));
    const owner = sender ?? (isSame || isLeft ? named : (made ?? named));
    const known = owner ?? (undoes ? this.#works.all.find((one) => one.undoes?.runs.has(undoes)) : undefined);
    for (const work of this.#works.all) if (work !== known) work.runs.delete(run);
    known?.runs.add(run);
  }

  #miss(kind: string, what: string) {
    const key = `${kind} ${what}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.misses.push({ kind, what });
  }

  /** A row for each listing that an undo has changed, whatever is recorded of it. */
  #undone(work: Work): Row[] {
    const changed = this.books.effects.filter((effect) =>
      requestOf(effect).some((request) => this.#works.owns(work, request)),
    );
    return [...new Set(changed.map(({ listing }) => listing))].map((listing) => ({
      line: work.undoes?.rows.find((row) => row.listing === listing)?.line ?? 0,
      listing,
    }));
  }

  #judgeWork(work: Work, reports: ReadonlyMap<string, readonly Report[]>) {
    for (const row of work.rows) this.#rows.judgeOnce(work, row);
    if (work.undoes) for (const row of this.#undone(work)) this.#rows.judgeUndone(work, row);
    this.#consent.judge(work);
    this.#runs.judgeKeys(work, this.#hasSent);
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
          this.#rows.judgeRow(work, { line, listing: report.id }, report, run);
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
