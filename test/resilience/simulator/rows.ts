import { type Books, type Effect, type KeptRequest, type Listing, requestOf } from './books.ts';
import { DoubtJudge, wasCutShort } from './doubts.ts';
import { maySay, wasLost, wasMisanswered } from './excuses.ts';
import type { Process } from './machine/interface.ts';
import { failed } from './processes.ts';
import { UndoJudge } from './undos.ts';
import { isEffectOf, isRequestFor, type Row } from './wanted-rows.ts';
import { isSettled, type Work, type Works } from './works.ts';

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
  readonly #doubts: DoubtJudge;
  readonly #undos: UndoJudge;

  constructor(
    readonly books: Books,
    readonly works: Works,
    readonly tell: Tell,
  ) {
    this.#doubts = new DoubtJudge(books);
    this.#undos = new UndoJudge(books, works, tell);
  }

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
    // A change that was delivered twice while somebody else changed the listing, too, looks like one that was never made.
    const known = effects.filter((effect) => !maySay([effect], this.books));
    const requests = new Set([...gradings.map(({ request }) => request), ...known.flatMap(requestOf)]);
    if (requests.size <= 1 || isSettled(work, row)) return;
    const processes = processesOf(requests);
    this.tell(
      `${work.operation}: applied twice by ${byWords(processes)}`,
      `${work.jobs[0]?.line}: line ${row.line} (${row.listing ?? row.item ?? row.creation?.externalIdentifier}) was applied ${requests.size} times`,
    );
  }

  judgeUndone(work: Work, row: Row) {
    this.judgeOnce(work, row);
    const isOfHand = isSettled(work, row) || (work.undoes && isSettled(work.undoes, row));
    if (!isOfHand) this.#undos.judgeRestored(work, row);
  }

  judgeRow(work: Work, row: Row, report: Report, run: string) {
    const { outcome } = report;
    if (isSettled(work, row) || (work.undoes && isSettled(work.undoes, row))) return;
    const effects = this.effectsOf(work, row);
    const requests = this.requestsOf(work, row);
    const miss = (kind: string, what: string) =>
      this.tell(`${work.operation}: ${kind}`, `run ${run}, line ${row.line}: ${what}`);
    if (row.item !== undefined) {
      const times = this.books.gradings.filter(
        ({ item, request }) => item === row.item && this.works.owns(work, request),
      ).length;
      if (outcome === 'applied' && times === 0) miss('applied, but was not', 'it was never graded');
      if (isNotDone(outcome) && times > 0)
        miss(`${outcome}, but was applied`, `it was graded (${report.error?.message})`);
      if (outcome === 'unknown') this.#doubts.judge(work, requests, report.error?.message, miss);
      return;
    }
    switch (outcome) {
      case 'applied':
        if (work.isDirect && requests.some(wasMisanswered)) return;
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
        return this.#doubts.judge(work, requests, report.error?.message, miss);
      default:
        if (effects.length > 0 && !maySay(effects, this.books))
          miss(`${outcome}, but was applied`, `${JSON.stringify(report)}`);
        if (outcome === 'unchanged') this.#judgeUnchanged(work, row, report, miss);
        if (work.undoes && row.listing !== undefined && report.error?.code === 'conflict') {
          const past = this.past(work, row.listing);
          const left = this.#undos.judgeLeftAlone(work.undoes, row.listing, past);
          // What was not begun is sent from the same inventory again, by whoever goes on, even if a replica was behind when it was read.
          const isFromOld = work.jobs.length > 1 && this.books.lag.read > 0;
          if (left && !isFromOld) miss('left alone, though it was as the run left it', left);
        }
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
      this.#doubts.judgeEqualDelta(work, row, after, requests, miss);
  }

  #judgeUnchanged(work: Work, row: Row, { after }: Report, miss: (kind: string, what: string) => void) {
    if (row.creation || row.listing === undefined) return;
    // A plan is made of what was read, perhaps long ago; an undo is decided by the service.
    const planned = work.isOfPlan ? Number.POSITIVE_INFINITY : 0;
    const slack = work.undoes ? 0 : Math.max(this.books.lag.read, this.books.lag.list, planned);
    const from = work.undoes ? this.past(work, row.listing) : this.past(work, row.listing, slack);
    if (!from.some(({ availableInventory }) => availableInventory === after))
      miss('unchanged, but was never so', `the inventory was never ${after}`);
  }

  /** No two open listings with one external identifier are created by the tool, unless it was asked for at the same time. */
  judgeCreations() {
    const made = new Map<string, Effect[]>();
    for (const effect of this.books.effects) {
      if (effect.before !== undefined || !('request' in effect.cause)) continue;
      const { by, body } = effect.cause.request;
      if (body.externalIdentifier === undefined || this.works.of(by)?.isSingle) continue;
      // Another client has another shop.
      const name = [by.start.client, body.externalIdentifier].join(' ').trim();
      made.set(name, [...(made.get(name) ?? []), effect]);
    }
    for (const [name, effects] of made) {
      const requests = new Set(effects.flatMap(requestOf));
      const works = new Set([...requests].map(({ by }) => this.works.of(by)));
      const areAtOnce = works.size > 1 && this.#overlap([...works], effects);
      if (requests.size > 1 && !areAtOnce)
        this.tell(
          `create: created twice by ${byWords(processesOf(requests))}`,
          `${name} was created ${effects.length} times`,
        );
    }
  }

  /** A creation that arrives late, or that nobody knows of or could write down before the list shows it, lasts as long as that. */
  #overlap = (works: readonly (Work | undefined)[], effects: readonly Effect[]): boolean => {
    const shownBy = (process: Process): number[] =>
      effects.flatMap((effect) =>
        requestOf(effect)
          .filter(({ by }) => by === process)
          .map((request) => effect.at + (wasLost(request) || failed(process) ? this.books.lag.list : 0)),
      );
    const spans = works.flatMap((work) =>
      (work?.jobs ?? []).map(({ process }) => {
        const { began, ended = Number.POSITIVE_INFINITY } = process;
        return { work, began, ended: Math.max(ended, ...shownBy(process)) };
      }),
    );
    return spans.some((one) =>
      spans.some((other) => one.work !== other.work && one.began < other.ended && other.began < one.ended),
    );
  };
}

const processesOf = (requests: ReadonlySet<KeptRequest>): Set<Process> =>
  new Set([...requests].map(({ by }) => by));

const byWords = (processes: ReadonlySet<Process>): string => {
  if (processes.size === 1) return 'one process';
  const isOfPart = ({ start }: Process) => start.argv.includes('--shard');
  return [...processes].some(isOfPart) ? 'parts of a run' : 'several processes';
};

const isNotDone = (outcome: string): boolean => !['applied', 'converged', 'unknown'].includes(outcome);
