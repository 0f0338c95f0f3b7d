import type { Books, Effect, KeptRequest, Listing } from './books.ts';
import { mayDoubt, maySay, wasLost } from './excuses.ts';
import type { Process } from './machine/interface.ts';
import { failed, made } from './processes.ts';
import { isEffectOf, isRequestFor, type Row, type Work, type Works } from './works.ts';

/** Something that is not as it must be. The kind is the same for all of its sort. */
export interface Miss {
  readonly kind: string;
  readonly what: string;
}

export type Tell = (kind: string, what: string) => void;

/** A row as `runs show RUN --rows` has it, or as it was printed. */
export interface Report {
  line: number;
  id: string | null;
  outcome: string;
  before: number | null;
  after: number | null;
  error: { code: string; message: string } | null;
}

/** Compares what was said and recorded of a row with the books. */
export class RowJudge {
  constructor(
    readonly books: Books,
    readonly works: Works,
    readonly tell: Tell,
  ) {}

  effectsOf = (work: Work, row: Row): Effect[] =>
    this.books.effects.filter(
      (effect) =>
        'request' in effect.cause && this.works.owns(work, effect.cause.request) && isEffectOf(row, effect),
    );

  requestsOf = (work: Work, row: Row): KeptRequest[] =>
    this.books.requests.filter((request) => this.works.owns(work, request) && isRequestFor(row, request));

  /** Whatever was said of it, a row is done once at most. */
  judgeOnce(work: Work, row: Row) {
    const effects = this.effectsOf(work, row);
    const gradings = this.books.gradings.filter(
      ({ item, request }) => item === row.item && this.works.owns(work, request),
    );
    const requests = new Set([...gradings.map(({ request }) => request), ...effects.flatMap(requestOf)]);
    const mayBe = work.undoes ? this.#timesToUndo(work.undoes, row) : 1;
    if (requests.size <= mayBe || work.isSettledByHand) return;
    const processes = new Set([...requests].map(({ by }) => by));
    const by = work.isPartial ? 'parts' : processes.size > 1 ? 'several processes' : 'one process';
    this.tell(
      `${work.operation}: applied twice by ${by}`,
      `${work.jobs[0]?.line}: line ${row.line} (${row.listing ?? row.item ?? row.creation?.externalIdentifier}) was applied ${requests.size} times`,
    );
  }

  /** A listing is undone once; again only if its run, resumed after the undo, has changed it again. */
  #timesToUndo({ jobs }: Work, { listing }: Row): number {
    const times = jobs.filter(({ process }) =>
      this.books.effects.some(
        (effect) => effect.listing === listing && requestOf(effect).some(({ by }) => by === process),
      ),
    );
    return Math.max(1, times.length);
  }

  judgeRow(work: Work, row: Row, report: Report, run: string) {
    const { outcome } = report;
    if (work.isSettledByHand) return;
    // An undo may be made of several runs: each says what it did itself.
    const isOwn = ({ by }: KeptRequest) => !work.undoes || made(by, run) || by.start.argv.includes(run);
    const effects = this.effectsOf(work, row).filter((effect) => requestOf(effect).every(isOwn));
    const requests = this.requestsOf(work, row).filter(isOwn);
    const miss = (kind: string, what: string) =>
      this.tell(`${work.operation}: ${kind}`, `run ${run}, line ${row.line}: ${what}`);
    if (row.item !== undefined) {
      const times = this.books.gradings.filter(
        ({ item, request }) => item === row.item && this.works.owns(work, request),
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
        else if (report.after !== null && !effects.some(({ after }) => after === report.after))
          miss(
            'applied, but otherwise',
            `it became ${effects.map(({ after }) => after)}, not ${report.after}`,
          );
        return;
      case 'converged':
        return this.#judgeConverged(work, row, report, requests, miss);
      case 'unknown':
        this.#judgeDoubt(work, requests, miss, report);
        return this.#judgeNeedlessDoubt(work, requests, miss);
      default:
        if (effects.length > 0 && !maySay(effects, this.books))
          miss(`${outcome}, but was applied`, `${JSON.stringify(report)}`);
        if (outcome === 'unchanged') this.#judgeUnchanged(work, row, report, miss);
        if (work.undoes && (outcome === 'skipped' || outcome === 'refused'))
          this.#judgeLeftAlone(work, row, report, miss);
    }
  }

  past = (work: Work, id: string, slack = 0): Listing[] => {
    const began = Math.min(...work.jobs.map(({ process }) => process.began));
    return this.books.between(id, began - slack, this.books.now());
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
    if (!this.past(work, row.listing ?? '').some(({ availableInventory }) => availableInventory === after))
      miss('converged, but was not', `the inventory was never ${after}`);
    else if (row.delta !== undefined && this.effectsOf(work, row).length === 0)
      this.#judgeEqualDelta(row, after, requests, miss);
  }

  /** As much as a row was to add may have been added by others: that counts as its own only after a lost answer, and soon. */
  #judgeEqualDelta(
    { listing = '' }: Row,
    after: number | null,
    requests: readonly KeptRequest[],
    miss: (kind: string, what: string) => void,
  ) {
    const mayBe = requests.some(
      (request) =>
        wasLost(request) &&
        this.books
          .between(listing, request.at, request.at + longestForDeltaMs)
          .some(({ availableInventory }) => availableInventory === after),
    );
    if (!mayBe) miss("converged to others' changes", `it was not applied, and became ${after}`);
  }

  #judgeUnchanged(work: Work, row: Row, { after }: Report, miss: (kind: string, what: string) => void) {
    if (row.creation || row.listing === undefined) return;
    // A plan is made of what was read; an undo is decided by the service.
    const slack = work.undoes ? 0 : Math.max(this.books.lag.read, this.books.lag.list);
    const from = work.undoes ? this.past(work, row.listing) : this.past(work, row.listing, slack);
    if (!from.some(({ availableInventory }) => availableInventory === after))
      miss('unchanged, but was never so', `the inventory was never ${after}`);
  }

  /** An undo may leave a listing alone only if it is not as the run left it. */
  #judgeLeftAlone(work: Work, row: Row, { error }: Report, miss: (kind: string, what: string) => void) {
    const { undoes } = work;
    if (undoes === undefined || row.listing === undefined || error?.code !== 'conflict') return;
    const last = this.books.effects.findLast(
      ({ listing, cause }) =>
        listing === row.listing && 'request' in cause && this.works.owns(undoes, cause.request),
    );
    // What the run may not know to be its own, its undo leaves alone.
    if (
      last &&
      !requestOf(last).some(mayDoubt) &&
      this.past(work, row.listing).every(({ availableInventory }) => availableInventory === last.after)
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

  /** Whoever waits and looks finds a change whose answer was lost, or came for its second delivery, if nobody else has changed the listing since. */
  #judgeNeedlessDoubt(
    work: Work,
    [request, ...others]: readonly KeptRequest[],
    miss: (kind: string, what: string) => void,
  ) {
    if (request === undefined || others.length > 0 || work.jobs.length > 1 || work.isDirect) return;
    const { by, at, doubt = '', deliveries, listing } = request;
    const [effect, ...more] = this.books.effects.filter((one) => one.listing === listing && one.at >= at);
    const isAlone = effect && more.length === 0 && requestOf(effect).includes(request);
    const wasRepeated = deliveries.length > 1;
    // As much may have been added by others, where the service has refused a delta.
    if (!isAlone || (wasRepeated && work.operation === 'adjust')) return;
    if (!wasRepeated && !/^(its answer was lost|a gateway)/.test(doubt)) return;
    const isCalm = by.ending?.kind === 'exit' && by.ending.code === 8 && !by.wasSuspended;
    const couldRead = this.books.requests.every(
      (read) => read.by !== by || read.kind !== 'read' || !read.doubt,
    );
    if (isCalm && couldRead && effect.at - at + this.books.lag.read + 200 < settleMsOf(by))
      miss('in doubt, though it is there', `it was applied, and nobody has changed it since (${doubt})`);
  }

  /** No two open listings with one external identifier are created by the tool, unless it was asked for at the same time. */
  judgeCreations() {
    const made = new Map<string, Effect[]>();
    for (const effect of this.books.effects) {
      if (effect.before !== undefined || !('request' in effect.cause)) continue;
      const { externalIdentifier } = effect.cause.request.body;
      if (externalIdentifier === undefined || this.works.of(effect.cause.request.by)?.isSingle) continue;
      made.set(externalIdentifier, [...(made.get(externalIdentifier) ?? []), effect]);
    }
    for (const [name, effects] of made) {
      const requests = new Set(effects.flatMap(requestOf));
      const works = new Set([...requests].map(({ by }) => this.works.of(by)));
      const areAtOnce = works.size > 1 && this.#overlap([...works]);
      if (requests.size > 1 && !areAtOnce)
        this.tell('create: created twice', `${name} was created ${effects.length} times`);
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

/** How long a process waits before it looks what became of a change. */
const settleMsOf = ({ start: { argv } }: Process): number =>
  Number(argv[argv.indexOf('--settle') + 1 || argv.length] ?? 15) * 1_000;

/** A minute, as FAULTS.md says, with the time of looking. */
const longestForDeltaMs = 80_000;

const requestOf = ({ cause }: Effect): KeptRequest[] => ('request' in cause ? [cause.request] : []);

/** Where an intent was on the disk, and nothing was sent: whoever comes next can't know that. */
const wasCutShort = ({ jobs }: Work): boolean =>
  jobs.some(({ process }) => process.ending?.kind === 'killed' || process.wasSuspended || failed(process));

const isNotDone = (outcome: string): boolean => !['applied', 'converged', 'unknown'].includes(outcome);
