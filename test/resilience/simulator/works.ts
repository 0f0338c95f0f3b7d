import type { KeptRequest, Listing } from './books.ts';
import type { Job } from './director.ts';
import type { Process } from './machine/interface.ts';
import { flagOf, type Operation, type Row, RowReader } from './wanted-rows.ts';

/**
 * Something that a person wants done once, however many command lines it takes: a file under a name, a file without one, a single
 * change, or the undo of another work.
 */
export interface Work {
  readonly operation: Operation;
  readonly name: string | undefined;
  readonly rows: readonly Row[];
  readonly undoes: Work | undefined;
  readonly jobs: Job[];
  /** The runs that it has, by the names that `runs list` shows. */
  readonly runs: Set<string>;
  /** Adjusts by requests that add, and does not compare. */
  readonly isDirect: boolean;
  readonly isSingle: boolean;
  /** Whoever started it said yes before, and set no limit to closings. */
  mayCloseAny: boolean;
  /** Its rows are those of a plan that was saved before. */
  readonly isOfPlan: boolean;
  /** The lines of which a person has said what became of them; `all` where nobody has seen which were in doubt. */
  readonly settled: Set<number | 'all'>;
}

/** What an agent or a program wants: an operation, and the cells of each row. */
export interface ChangedBy {
  readonly operation: string;
  readonly cells: readonly Readonly<Record<string, string>>[];
}

const operationOf = ([noun, verb]: readonly string[]): Operation | undefined => {
  if (noun === 'grade') return 'grade';
  if (noun === 'inventory' && (verb === 'set' || verb === 'adjust')) return verb;
  return noun === 'listings' && (verb === 'close' || verb === 'create') ? verb : undefined;
};

/** Tells which command line belongs to which work. */
export class Works {
  readonly all: Work[] = [];
  readonly #ofProcess = new Map<Process, Work>();
  /** Plans that were saved, by their paths. */
  readonly #plans = new Map<string, Pick<Work, 'operation' | 'rows' | 'isDirect'>>();

  readonly #rows: RowReader;

  constructor(listings: readonly Listing[]) {
    this.#rows = new RowReader(listings);
  }

  of = (process: Process): Work | undefined => this.#ofProcess.get(process);

  /** Whether a request or an effect is of a work. */
  owns = (work: Work, request: KeptRequest): boolean => this.#ofProcess.get(request.by) === work;

  withRun = (run: string): Work | undefined => this.all.findLast(({ runs }) => runs.has(run));

  take(job: Job) {
    const { argv } = job;
    const work = job.by
      ? this.#ofGuest(job.by)
      : argv[0] === 'runs'
        ? this.#ofRuns(job)
        : this.#ofChange(job);
    if (work === undefined) return;
    work.jobs.push(job);
    this.#ofProcess.set(job.process, work);
  }

  #ofGuest({ operation, cells }: ChangedBy): Work {
    const asked = operation as Operation;
    return this.#add({
      ...{
        operation: asked,
        name: undefined,
        undoes: undefined,
        isDirect: false,
        isSingle: false,
        mayCloseAny: false,
        isOfPlan: false,
      },
      rows: cells.map((row, index) => this.#rows.of(asked, index + 1, row)),
    });
  }

  #ofRuns({ argv }: Job): Work | undefined {
    const [, verb, run = ''] = argv;
    if (verb === 'prune' && !argv.includes('-n')) {
      for (const work of this.all) work.runs.clear();
      return undefined;
    }
    const known = this.withRun(run);
    if (verb !== 'undo') return known;
    if (known === undefined || argv.includes('-n')) return undefined;
    const before = this.all.find(({ undoes }) => undoes === known);
    if (before) {
      before.mayCloseAny ||= argv.includes('--yes');
      return before;
    }
    return this.#add({
      ...{ operation: 'undo', name: undefined, rows: [], undoes: known, isDirect: false, isSingle: false },
      mayCloseAny: argv.includes('--yes'),
      isOfPlan: false,
    });
  }

  #ofChange(job: Job): Work | undefined {
    const { argv, files } = job;
    const operation = operationOf(argv);
    if (operation === undefined) return undefined;
    const from = flagOf(argv, '--from');
    const isDirect =
      operation === 'adjust' &&
      (argv.includes('--direct') || (from === undefined && !argv.includes('--exact')));
    const asked = (from === undefined ? undefined : this.#plans.get(from)) ?? {
      operation,
      rows:
        from === undefined
          ? this.#rows.ofLine(operation, argv)
          : this.#rows.ofFile(operation, files.get(from) ?? ''),
      isDirect,
    };
    const plan = flagOf(argv, '--plan');
    if (plan !== undefined) this.#plans.set(plan, asked);
    if (plan !== undefined || argv.includes('-n')) return undefined;
    const name = flagOf(argv, '--run');
    const known =
      name === undefined ? undefined : this.all.findLast((work) => work.name === name && work.runs.size > 0);
    const mayCloseAny = argv.includes('--yes') && !argv.includes('--max-close');
    const isOfPlan = from !== undefined && this.#plans.has(from);
    // Another file under a name that is taken is refused.
    const work =
      known && JSON.stringify(known.rows) === JSON.stringify(asked.rows)
        ? known
        : this.#add({
            ...asked,
            name,
            undoes: undefined,
            isSingle: from === undefined,
            mayCloseAny,
            isOfPlan,
          });
    work.mayCloseAny ||= mayCloseAny;
    if (name !== undefined) work.runs.add(name);
    return work;
  }

  #add(made: Omit<Work, 'jobs' | 'runs' | 'settled'>): Work {
    const work: Work = { ...made, jobs: [], runs: new Set(), settled: new Set() };
    this.all.push(work);
    return work;
  }
}

/** Whether a person has said what became of a row, of a listing's rows, or of all of a work. */
export const isSettled = ({ settled, rows }: Work, { line, listing }: Row): boolean =>
  settled.has('all') ||
  settled.has(line) ||
  rows.some((row) => settled.has(row.line) && row.listing === listing && listing !== undefined);

/** Whether an undo may restore what its run only found as wanted: a flag says so, or a person, who is asked. */
export const mayRestoreFound = ({ jobs }: Work): boolean =>
  jobs.some(({ argv, process }) => argv.includes('--converged') || process.start.answers !== undefined);
