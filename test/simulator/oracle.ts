import type { Books, Effect, KeptRequest, Listing } from './books.ts';
import type { Job } from './director.ts';
import { mayDoubt, maySay } from './excuses.ts';
import { agreedByAgent } from './guests.ts';
import type { Machine } from './machine/machine.ts';
import type { SimulatedProcess } from './machine/process.ts';
import { isEffectOf, isRequestFor, type Row, type Work, Works } from './works.ts';

/** Something that is not as it must be. The kind is the same for all of its sort. */
export interface Miss {
  readonly kind: string;
  readonly what: string;
}

/** A row as `runs show RUN --rows` has it, or as it was printed. */
export interface Report {
  line: number;
  id: string | null;
  outcome: string;
  before: number | null;
  after: number | null;
  error: { code: string; message: string } | null;
}

interface Listed {
  run: string;
  state: string;
  operation: string;
  undoes?: string | null;
  rows?: number;
  counts?: Readonly<Record<string, number>>;
  unknownLines?: number[];
}

type Inspect = (line: string) => Promise<SimulatedProcess>;

const documentedExits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 129, 130, 143];
const byPerson = [129, 130, 143];

/** Compares all that the tool said and recorded with the shop's books. */
export class Oracle {
  readonly misses: Miss[] = [];
  readonly #works: Works;
  readonly #seen = new Set<string>();
  readonly #judged = new Set<Job>();
  readonly #jobs: Job[] = [];
  /** The runs of the last look. */
  #listed = new Map<string, Listed>();

  constructor(
    readonly books: Books,
    readonly machine: Machine,
  ) {
    this.#works = new Works(books.all());
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
      if (one.state === 'planned' || one.state === 'running') continue;
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
        this.#judgeJob(job, reports);
      }
    this.#judgeCreations();
  }

  /** In fair weather, each run that has not ended is resumed, and what is left in doubt is settled. */
  async bringToEnd(inspect: Inspect, type: (line: string) => Promise<void>): Promise<void> {
    const left = (run: string) => this.#listed.get(run);
    for (const run of [...this.#listed.keys()]) {
      const isOpen = () => ['unfinished', 'running'].includes(left(run)?.state ?? '');
      if (isOpen()) await type(`runs resume ${run}`);
      if (isOpen()) await type(`runs resume ${run} --yes`);
      if ((left(run)?.counts?.unknown ?? 0) > 0 && !isOpen())
        await type(`runs resolve ${run} --all --as applied --yes`);
      const there = left(run);
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

  effectsOf = (work: Work, row: Row): Effect[] =>
    this.books.effects.filter(
      (effect) =>
        'request' in effect.cause && this.#works.owns(work, effect.cause.request) && isEffectOf(row, effect),
    );

  requestsOf = (work: Work, row: Row): KeptRequest[] =>
    this.books.requests.filter((request) => this.#works.owns(work, request) && isRequestFor(row, request));

  #judgeWork(work: Work, reports: ReadonlyMap<string, readonly Report[]>) {
    for (const row of work.rows) this.#judgeOnce(work, row);
    const closings = this.books.effects.filter(
      ({ closes, cause }) => closes && 'request' in cause && this.#works.owns(work, cause.request),
    );
    const mayClose = Math.max(work.mayClose, ...work.jobs.map(agreed));
    if (closings.length > mayClose)
      this.#miss(
        'closes too many',
        `${work.jobs[0]?.line}: ${closings.length} listings were closed, and at most ${mayClose} may be`,
      );
    const inOthers = new Set<number>();
    for (const run of work.runs) {
      const known = new Set<number>();
      const rows = reports.get(run);
      if (rows === undefined) continue;
      for (const report of rows) {
        const { line } = report;
        if (known.has(line)) this.#miss('a row twice in a run', `line ${line} is in the run ${run} twice`);
        if (inOthers.has(line) && work.undoes === undefined)
          this.#miss('a row in two parts', `line ${line} is in several runs of ${work.name}`);
        known.add(line);
        inOthers.add(line);
        const row = work.rows.find((one) => one.line === line);
        // In which of its parts a row was done is another question.
        const isInSeveral =
          work.isPartial &&
          [...work.runs].filter((one) => reports.get(one)?.some((other) => other.line === line)).length > 1;
        if (row && !isInSeveral) this.#judgeRow(work, row, report, run);
        else if (row) continue;
        else if (work.undoes === undefined)
          this.#miss('a strange row', `the run ${run} has a line ${line} that no file has`);
        else if (report.id !== null) {
          const undone = { line, listing: report.id };
          this.#judgeOnce(work, undone);
          this.#judgeRow(work, undone, report, run);
        }
      }
      const state = this.#listed.get(run)?.state;
      if (work.undoes === undefined && !work.isPartial && (state === 'finished' || state === 'failed'))
        for (const { line } of work.rows)
          if (!known.has(line))
            this.#miss('a row lost', `line ${line} is missing in the run ${run}, which has ended`);
    }
  }

  /** Whatever was said of it, a row is done once at most. */
  #judgeOnce(work: Work, row: Row) {
    const effects = this.effectsOf(work, row);
    const gradings = this.books.gradings.filter(
      ({ item, request }) => item === row.item && this.#works.owns(work, request),
    );
    const requests = new Set([...gradings.map(({ request }) => request), ...effects.flatMap(requestOf)]);
    const mayBe = work.undoes ? Math.max(1, work.undoes.jobs.length) : 1;
    if (requests.size <= mayBe || work.isSettledByHand) return;
    const processes = new Set([...requests].map(({ by }) => by));
    const by = work.isPartial ? 'parts' : processes.size > 1 ? 'several processes' : 'one process';
    this.#miss(
      `${work.operation}: applied twice by ${by}`,
      `${work.jobs[0]?.line}: line ${row.line} (${row.listing ?? row.item ?? row.creation?.externalIdentifier}) was applied ${requests.size} times`,
    );
  }

  #judgeRow(work: Work, row: Row, report: Report, run: string) {
    const { outcome } = report;
    if (work.isSettledByHand) return;
    const effects = this.effectsOf(work, row);
    const requests = this.requestsOf(work, row);
    const miss = (kind: string, what: string) =>
      this.#miss(`${work.operation}: ${kind}`, `run ${run}, line ${row.line}: ${what}`);
    if (row.item !== undefined) {
      const times = this.books.gradings.filter(
        ({ item, request }) => item === row.item && this.#works.owns(work, request),
      ).length;
      if (outcome === 'applied' && times === 0) miss('applied, but was not', 'it was never graded');
      if (isNotDone(outcome) && times > 0)
        miss(`${outcome}, but was applied`, `it was graded (${report.error?.message})`);
      if (outcome === 'unknown') this.#judgeDoubt(work, requests, miss, report);
      return;
    }
    switch (outcome) {
      case 'applied':
        if (effects.length === 0) miss('applied, but was not', 'the books have nothing of it');
        return;
      case 'converged':
        return this.#judgeConverged(work, row, report, requests, miss);
      case 'unknown':
        return this.#judgeDoubt(work, requests, miss, report);
      default:
        if (effects.length > 0 && !maySay(effects, this.books))
          miss(`${outcome}, but was applied`, `${JSON.stringify(report)}`);
        if (outcome === 'unchanged') this.#judgeUnchanged(work, row, report, miss);
        if (work.undoes && (outcome === 'skipped' || outcome === 'refused'))
          this.#judgeLeftAlone(work, row, report, miss);
    }
  }

  #past = (work: Work, id: string, slack = 0): Listing[] => {
    const began = Math.min(...work.jobs.map(({ process }) => process.began));
    return this.books.between(id, began - slack, this.machine.timeline.now);
  };

  #judgeConverged(
    work: Work,
    row: Row,
    { id, after }: Report,
    requests: readonly KeptRequest[],
    miss: (kind: string, what: string) => void,
  ) {
    if (requests.length === 0 && !wasCutShort(work))
      return miss('converged, but was not sent', 'no request was sent for it');
    if (row.creation) {
      const { sku, condition } = row.creation;
      const found = this.books.get(id ?? '');
      if (found === undefined) return miss('converged to nothing', `there is no listing ${id}`);
      if (found.sku !== sku || found.condition !== condition)
        miss(
          "converged to another's",
          `${id} is a ${found.sku}, ${found.condition}; ${sku}, ${condition} was wanted`,
        );
      return;
    }
    if (!this.#past(work, row.listing ?? '').some(({ availableInventory }) => availableInventory === after))
      miss('converged, but was not', `the inventory was never ${after}`);
  }

  #judgeUnchanged(work: Work, row: Row, { after }: Report, miss: (kind: string, what: string) => void) {
    if (row.creation || row.listing === undefined) return;
    // A plan is made of what was read; an undo is decided by the service.
    const slack = work.undoes ? 0 : Math.max(this.books.lag.read, this.books.lag.list);
    const from = work.undoes ? this.#past(work, row.listing) : this.#past(work, row.listing, slack);
    if (!from.some(({ availableInventory }) => availableInventory === after))
      miss('unchanged, but was never so', `the inventory was never ${after}`);
  }

  /** An undo may leave a listing alone only if it is not as the run left it. */
  #judgeLeftAlone(work: Work, row: Row, { error }: Report, miss: (kind: string, what: string) => void) {
    const { undoes } = work;
    if (undoes === undefined || row.listing === undefined || error?.code !== 'conflict') return;
    const last = this.books.effects.findLast(
      ({ listing, cause }) =>
        listing === row.listing && 'request' in cause && this.#works.owns(undoes, cause.request),
    );
    if (
      last &&
      this.#past(work, row.listing).every(({ availableInventory }) => availableInventory === last.after)
    )
      miss('left alone, though it was as the run left it', `the inventory was ${last.after} all the time`);
  }

  /** Something is in doubt only where its sender could not know better. */
  #judgeDoubt(
    work: Work,
    requests: readonly KeptRequest[],
    miss: (kind: string, what: string) => void,
    { error }: Report,
  ) {
    if (work.jobs.some(({ process }) => failed(process))) return;
    const isDoubtful = requests.some(mayDoubt);
    if (!isDoubtful && !(wasCutShort(work) && requests.length === 0))
      miss('in doubt without a cause', `every answer arrived (${error?.message})`);
  }

  #judgeJob({ line, argv, process }: Job, reports: ReadonlyMap<string, readonly Report[]>) {
    const { ending, stderr, stdout } = process;
    if (ending?.kind !== 'exit') return;
    const { code } = ending;
    const miss = (kind: string, what: string) => this.#miss(kind, `${line} (exit ${code}): ${what}`);
    if (!documentedExits.includes(code)) miss('an exit code', 'it is not documented');
    if (/fault of resale itself|^\s+at .*\(?.*:\d+:\d+/m.test(stderr)) miss('unexpected', stderr.trim());
    const changed = this.books.effects.filter(
      ({ cause }) => 'request' in cause && cause.request.by === process,
    );
    const sent = this.books.requests.filter(
      ({ by, kind }) => by === process && kind !== 'read' && kind !== 'list',
    );
    if (/Nothing was sent\b/.test(stderr) && sent.length > 0)
      miss('said that nothing was sent', `${sent.length} changes were sent`);
    if (/Nothing was changed\b/.test(stderr) && changed.length > 0 && !maySay(changed, this.books))
      miss('said that nothing was changed', `${changed.length} changes were applied`);
    if (process.start.answers?.[0] === 'n' && changed.length > 0)
      miss('changed after a no', `${changed.length} changes were applied`);
    const work = this.#works.of(process);
    if (work === undefined) {
      if (changed.length > 0) miss('changed without being asked', `${changed.length} changes were applied`);
      return;
    }
    if (work.isSingle) return this.#judgeSingle(work, code, process, miss);
    if (argv[1] === 'resolve') return;
    if (code === 2 && changed.length > 0) miss('exit 2 after changes', `${changed.length} were applied`);
    const fresh = [...work.runs].filter(
      (run) => made(process, run) && this.#listed.get(run)?.state === 'unfinished',
    );
    if (code !== 0 && fresh.length > 0 && /Nothing was sent\b/.test(stderr))
      miss('a run that nobody was told of', `${fresh} can be resumed, and it was said that nothing was sent`);
    if (process.start.program) return this.#judgeProgram(work, stdout);
    if (process.start.converse === undefined) this.#judgePrinted(work, code, stdout, reports, miss);
  }

  /** What the library returned for each call. */
  #judgeProgram(work: Work, stdout: string) {
    for (const report of JSON.parse(stdout) as Report[]) {
      const row = work.rows.find(({ line }) => line === report.line);
      if (row) this.#judgeRow(work, row, report, 'of a program');
    }
  }

  #judgePrinted(
    work: Work,
    code: number,
    stdout: string,
    reports: ReadonlyMap<string, readonly Report[]>,
    miss: (kind: string, what: string) => void,
  ) {
    let printed: Report[];
    try {
      printed = stdout.trim() === '' ? [] : (JSON.parse(stdout) as Report[]);
    } catch {
      return miss('bad output', stdout.slice(0, 200));
    }
    if (!Array.isArray(printed)) return;
    const lines = printed.map(({ line }) => line);
    if (new Set(lines).size < lines.length) miss('a line printed twice', `${lines}`);
    const outcomes = printed.map(({ outcome }) => outcome);
    if (outcomes.includes('unknown') && code !== 8 && !byPerson.includes(code))
      miss('the wrong exit code', 'rows are in doubt, and it is not 8');
    if (code === 0 && outcomes.some((outcome) => ['refused', 'unsent', 'unknown'].includes(outcome)))
      miss('the wrong exit code', `it is 0, and rows are ${[...new Set(outcomes)]}`);
    // Others may have gone on with the run since.
    const isKept = !failed(work.jobs.at(-1)?.process);
    const isLast = isKept && work.jobs.every(({ process }) => process.isDead) && work.runs.size === 1;
    const [run = ''] = work.runs;
    const recorded = reports.get(run);
    if (!isLast || recorded === undefined || work.jobs.at(-1)?.process.stdout !== stdout) return;
    for (const { line, outcome } of printed) {
      const now = recorded.find((one) => one.line === line)?.outcome;
      if (now !== outcome && !(now === undefined && outcome === 'unsent') && !work.isSettledByHand)
        miss(
          'printed otherwise than recorded',
          `line ${line} was printed as ${outcome}, and recorded as ${now}`,
        );
    }
  }

  #judgeSingle(
    work: Work,
    code: number,
    process: SimulatedProcess,
    miss: (kind: string, what: string) => void,
  ) {
    const [row] = work.rows;
    if (row === undefined) return;
    const effects = this.effectsOf(work, row);
    const requests = this.requestsOf(work, row);
    const gradings = this.books.gradings.filter(({ request }) => request.by === process);
    const isDone = effects.length + gradings.length > 0;
    if (code === 8 && !requests.some(mayDoubt))
      miss('single: in doubt without a cause', process.stderr.trim());
    if ([1, 2, 3, 4, 5, 7].includes(code) && isDone && !maySay(effects, this.books))
      miss('single: failed, but was applied', process.stderr.trim());
    const isThere =
      row.listing !== undefined &&
      this.#past(work, row.listing, this.books.lag.read).some(
        ({ availableInventory }) => availableInventory === row.quantity,
      );
    if (
      code === 0 &&
      !isDone &&
      !isThere &&
      row.delta !== 0 &&
      process.stdout.includes('"outcome":"applied"')
    )
      miss('single: applied, but was not', process.stdout.trim());
    if (effects.length > 1 && !work.isDirect && !row.creation)
      miss('single: applied twice', `${effects.length} times`);
  }

  /** No two open listings with one external identifier are created by the tool, unless it was asked for at the same time. */
  #judgeCreations() {
    const made = new Map<string, Effect[]>();
    for (const effect of this.books.effects) {
      if (effect.before !== undefined || !('request' in effect.cause)) continue;
      const { externalIdentifier } = effect.cause.request.body;
      if (externalIdentifier === undefined || this.#works.of(effect.cause.request.by)?.isSingle) continue;
      made.set(externalIdentifier, [...(made.get(externalIdentifier) ?? []), effect]);
    }
    for (const [name, effects] of made) {
      const requests = new Set(effects.flatMap(requestOf));
      const works = new Set([...requests].map(({ by }) => this.#works.of(by)));
      const areAtOnce = works.size > 1 && this.#overlap([...works]);
      if (requests.size > 1 && !areAtOnce)
        this.#miss('create: created twice', `${name} was created ${effects.length} times`);
    }
  }

  #overlap = (works: readonly (Work | undefined)[]): boolean => {
    const spans = works.flatMap((work) =>
      (work?.jobs ?? []).map(({ process: { began, ended = Number.POSITIVE_INFINITY } }) => ({
        work,
        began,
        ended,
      })),
    );
    return spans.some((one) =>
      spans.some((other) => one.work !== other.work && one.began < other.ended && other.began < one.ended),
    );
  };
}

const requestOf = ({ cause }: Effect): KeptRequest[] => ('request' in cause ? [cause.request] : []);

/** Whether a process made the folder of a run. */
const made = ({ folders }: SimulatedProcess, run: string): boolean =>
  folders.some((path) => path.endsWith(`/runs/${run}`));

/** It said that it could not write down what became of its rows. */
const failed = (process: SimulatedProcess | undefined): boolean =>
  /journal-failed|can't be written/.test(process?.stderr ?? '');

/** Where an intent was on the disk, and nothing was sent: whoever comes next can't know that. */
const wasCutShort = ({ jobs }: Work): boolean =>
  jobs.some(({ process }) => process.ending?.kind === 'killed' || process.wasSuspended || failed(process));

/** How many listings a person or an agent saw that would be closed, and said yes to. */
const agreed = ({ process: { start, stdout, stderr } }: Job): number =>
  start.converse
    ? agreedByAgent(stdout)
    : start.answers?.[0] === 'y'
      ? Number(/(\d+)\s+to close/.exec(stderr)?.[1] ?? 0)
      : 0;

const isNotDone = (outcome: string): boolean => !['applied', 'converged', 'unknown'].includes(outcome);
