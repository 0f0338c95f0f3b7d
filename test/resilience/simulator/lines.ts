import type { Job } from './director.ts';
import { mayDoubt, maySay, wasMisanswered } from './excuses.ts';
import type { Process } from './machine/interface.ts';
import { failed, madeAt } from './processes.ts';
import type { Report, RowJudge, Tell } from './rows.ts';
import type { Work } from './works.ts';

const documentedExits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 129, 130, 143];
const isDone = ['applied', 'converged', 'unchanged', 'skipped'];
const byPerson = [129, 130, 143];

/** The rows of each run that was looked at. */
export type Reports = ReadonlyMap<string, readonly Report[]>;

/** Compares what a command line printed, and its exit code, with the books and with what it recorded. */
export class LineJudge {
  constructor(
    readonly rows: RowJudge,
    readonly tell: Tell,
    /** Whether a run can be resumed, as far as `runs list` says. */
    readonly isUnfinished: (run: string) => boolean,
  ) {}

  judgeJob({ line, argv, process }: Job, reports: Reports) {
    const { ending, stderr, stdout } = process;
    if (ending?.kind !== 'exit') return;
    const { code } = ending;
    const miss = (kind: string, what: string) => this.tell(kind, `${line} (exit ${code}): ${what}`);
    if (!documentedExits.includes(code)) miss('an exit code', 'it is not documented');
    if (/fault of resale itself|^\s+at .*\(?.*:\d+:\d+/m.test(stderr)) miss('unexpected', stderr.trim());
    // Whoever shows that it is alive keeps its lock.
    if (/another process has (?:changed it|taken the run over)/.test(stderr) && !process.wasSuspended)
      miss('lost its run to another process', 'it never stood still');
    const changed = this.rows.books.effects.filter(
      ({ cause }) => 'request' in cause && cause.request.by === process,
    );
    const sent = this.rows.books.requests.filter(
      ({ by, kind }) => by === process && kind !== 'read' && kind !== 'list',
    );
    if (/Nothing was sent\b/.test(stderr) && sent.length > 0)
      miss('said that nothing was sent', `${sent.length} changes were sent`);
    if (/Nothing was changed\b/.test(stderr) && changed.length > 0 && !maySay(changed, this.rows.books))
      miss('said that nothing was changed', `${changed.length} changes were applied`);
    if (process.start.answers?.[0] === 'n' && changed.length > 0)
      miss('changed after a no', `${changed.length} changes were applied`);
    const work = this.rows.works.of(process);
    if (work === undefined) {
      if (changed.length > 0) miss('changed without being asked', `${changed.length} changes were applied`);
      return;
    }
    if (work.isDirect && !work.isSingle) this.#judgeAdded(process, miss);
    if (work.isSingle) return this.#judgeSingle(work, code, process, miss);
    if (argv[1] === 'resolve') return;
    if (code === 2 && changed.length > 0) miss('exit 2 after changes', `${changed.length} were applied`);
    // What another one of the work has made of the folder since, that one tells.
    const endedAt = ({ ended = Number.POSITIVE_INFINITY }: Process) => ended;
    const isLast = work.jobs.every((job) => endedAt(job.process) <= endedAt(process));
    const fresh = [...work.runs].filter(
      (run) => madeAt(process, run) !== undefined && this.isUnfinished(run),
    );
    // Another one may have taken its folder while it stood still. Of another run, it says so; of the same one, the other tells.
    const sender = this.rows.books.requests.find(
      ({ by, kind }) =>
        by !== process && kind !== 'read' && kind !== 'list' && work.jobs.some((one) => one.process === by),
    );
    if (
      code !== 0 &&
      isLast &&
      sender === undefined &&
      fresh.length > 0 &&
      /Nothing was sent\b/.test(stderr) &&
      !/another-run/.test(stderr)
    )
      miss('a run that nobody was told of', `${fresh} can be resumed, and it was said that nothing was sent`);
    if (process.start.program) return this.#judgeProgram(work, stdout);
    if (process.start.converse === undefined) this.#judgePrinted(work, code, process, isLast, reports, miss);
  }

  /** Behind a row of the same listing that is in doubt, nothing is added without a comparison. */
  #judgeAdded(process: Process, miss: (kind: string, what: string) => void) {
    const lost = new Set<string | undefined>();
    for (const { by, listing, body, doubt = '' } of this.rows.books.requests) {
      if (by !== process || body.action !== 'ADJUST_INVENTORY') continue;
      if (lost.has(listing)) miss('added behind a row in doubt', `${listing}`);
      if (/^(its answer was lost|a gateway|the service answered)/.test(doubt)) lost.add(listing);
    }
  }

  /** What the library returned for each call. */
  #judgeProgram(work: Work, stdout: string) {
    for (const report of JSON.parse(stdout) as Report[]) {
      const row = work.rows.find(({ line }) => line === report.line);
      if (row) this.rows.judgeRow(work, row, report, 'of a program');
    }
  }

  #judgePrinted(
    work: Work,
    code: number,
    { stdout, stderr }: Process,
    endsLast: boolean,
    reports: Reports,
    miss: (kind: string, what: string) => void,
  ) {
    let printed: Report[];
    try {
      printed = stdout.trim() === '' ? [] : (JSON.parse(stdout) as Report[]);
    } catch {
      const isCut = /"unwritable-file"/.test(stderr);
      return miss(isCut ? 'output without an end' : 'bad output', stdout.slice(0, 200));
    }
    if (!Array.isArray(printed)) return;
    const lines = printed.map(({ line }) => line);
    if (new Set(lines).size < lines.length) miss('a line printed twice', `${lines}`);
    const outcomes = printed.map(({ outcome }) => outcome);
    if (outcomes.includes('unknown') && code !== 8 && !byPerson.includes(code))
      miss('the wrong exit code', 'rows are in doubt, and it is not 8');
    const [run = ''] = work.runs;
    const recorded = reports.get(run);
    // The code is that of the run, of which a resumption prints only the rows that were left.
    const ofRun = [...outcomes, ...(recorded ?? []).map(({ outcome }) => outcome)];
    // Another one that ended later may have found what was in doubt.
    if (code === 8 && endsLast && outcomes.length > 0 && !ofRun.includes('unknown'))
      miss('the wrong exit code', 'it is 8, and nothing is in doubt');
    if (code === 6 && outcomes.length > 0 && ofRun.every((outcome) => isDone.includes(outcome)))
      miss('the wrong exit code', 'it is 6, and every row is done');
    if (code === 0 && outcomes.some((outcome) => ['refused', 'unsent', 'unknown'].includes(outcome)))
      miss('the wrong exit code', `it is 0, and rows are ${[...new Set(outcomes)]}`);
    // Others may have gone on with the run since.
    const isKept = !failed(work.jobs.at(-1)?.process);
    const isLast = isKept && work.jobs.every(({ process }) => process.isDead) && work.runs.size === 1;
    if (!isLast || !endsLast || recorded === undefined || work.jobs.at(-1)?.process.stdout !== stdout) return;
    for (const { line, outcome } of printed) {
      const now = recorded.find((one) => one.line === line)?.outcome;
      if (
        now !== outcome &&
        !(now === undefined && outcome === 'unsent') &&
        !work.settled.has('all') &&
        !work.settled.has(line)
      )
        miss(
          'printed otherwise than recorded',
          `line ${line} was printed as ${outcome}, and recorded as ${now}`,
        );
    }
  }

  #judgeSingle(work: Work, code: number, process: Process, miss: (kind: string, what: string) => void) {
    const [row] = work.rows;
    if (row === undefined) return;
    const effects = this.rows.effectsOf(work, row);
    const requests = this.rows.requestsOf(work, row);
    const gradings = this.rows.books.gradings.filter(({ request }) => request.by === process);
    const isDone = effects.length + gradings.length > 0;
    if (code === 8 && !requests.some(mayDoubt))
      miss('single: in doubt without a cause', process.stderr.trim());
    if ([1, 2, 3, 4, 5, 7].includes(code) && isDone && !maySay(effects, this.rows.books))
      miss('single: failed, but was applied', process.stderr.trim());
    const isThere =
      row.listing !== undefined &&
      this.rows
        .past(work, row.listing, this.rows.books.lag.read)
        .some(({ availableInventory }) => availableInventory === row.quantity);
    if (/"outcome": ?"applied"/.test(process.stdout) && !isDone && !requests.some(wasMisanswered))
      miss('single: applied, but was not', process.stdout.trim());
    if (code === 0 && row.quantity !== undefined && !isDone && !isThere)
      miss('single: done, but is not so', process.stdout.trim());
    // What is excused may be applied again, from what somebody has changed meanwhile.
    const known = effects.filter((effect) => !maySay([effect], this.rows.books));
    if (known.length > 1 && !work.isDirect && !row.creation)
      miss('single: applied twice', `${effects.length} times`);
  }
}
