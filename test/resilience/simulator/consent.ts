import { type Books, type Effect, requestOf } from './books.ts';
import type { Job } from './director.ts';
import { agreedByAgent } from './guests.ts';
import type { Tell } from './rows.ts';
import { isRequestFor } from './wanted-rows.ts';
import type { Work, Works } from './works.ts';

/** Compares how many listings were closed with how many whoever started it agreed to close. */
export class ConsentJudge {
  constructor(
    readonly books: Books,
    readonly works: Works,
    readonly tell: Tell,
  ) {}

  judge(work: Work) {
    this.#judgeClosings(work);
    this.#judgeShare(work);
  }

  /** `--max-change 50`: a plan that changes more of its rows is refused. */
  #judgeShare({ jobs, rows, ...work }: Work) {
    const argv = jobs[0]?.argv ?? [];
    const at = argv.indexOf('--max-change');
    if (at < 0) return;
    const own = this.books.requests.filter((request) => jobs.some(({ process }) => process === request.by));
    const sent = rows.filter((row) => own.some((request) => isRequestFor(row, request))).length;
    if (sent * 100 > rows.length * Number(argv[at + 1]))
      this.tell(
        `${work.operation}: changes too many`,
        `${jobs[0]?.line}: ${sent} of ${rows.length} rows were sent`,
      );
  }

  #judgeClosings(work: Work) {
    // What a gateway delivers twice of its own accord, nobody agreed to and nobody can prevent.
    const isRepeated = ({ cause }: Effect, index: number) =>
      'request' in cause &&
      this.books.effects.findIndex(
        (other) => 'request' in other.cause && other.cause.request === cause.request,
      ) < index;
    // A request that adds is not compared with what the plan had: a purchase, or another run, may since make it a closing.
    const { read, list } = this.books.lag;
    const began = Math.min(...work.jobs.map(({ process }) => process.began)) - Math.max(read, list);
    const isOvertaken = ({ listing, at }: Effect) =>
      work.isDirect &&
      this.books.effects.some(
        (other) =>
          other.listing === listing &&
          !requestOf(other).some((request) => this.works.owns(work, request)) &&
          other.after < (other.before ?? 0) &&
          other.at >= began &&
          other.at <= at,
      );
    const closings = this.books.effects.filter(
      (effect, index) =>
        effect.closes &&
        'request' in effect.cause &&
        this.works.owns(work, effect.cause.request) &&
        !isRepeated(effect, index) &&
        !isOvertaken(effect),
    );
    const mayClose = closings.length === 0 ? 0 : this.#mayClose(work);
    if (closings.length > mayClose)
      this.tell(
        work.jobs.some(({ process: { start } }) => start.answers)
          ? 'closes more than was answered'
          : 'closes too many',
        `${work.jobs[0]?.line}: ${closings.length} listings were closed, and at most ${mayClose} may be`,
      );
  }

  /** Only whoever says yes before anything is planned, and sets no limit, agrees to whatever comes. */
  #mayClose(work: Work): number {
    if (work.mayCloseAny) return Number.POSITIVE_INFINITY;
    const sends = ({ process }: Job) =>
      this.books.requests.some(({ by, kind }) => by === process && kind === 'change');
    const first = work.jobs.findIndex(sends);
    return Math.max(0, ...work.jobs.slice(0, first + 1).map((job) => this.#agreed(work, job)));
  }

  /**
   * The closings of a plan that was agreed to: a person or an agent has read how many there are; a script says yes to as many as its
   * limit allows, and there are no more than rows that could be planned to close, by what the books had while it planned.
   */
  #agreed(work: Work, { argv, process: { start, stdout, stderr } }: Job): number {
    if (start.converse) return agreedByAgent(stdout);
    if (start.answers)
      return start.answers[0] === 'y'
        ? Number(/(\d+)\s+to close|closes (\d+) listing/.exec(stderr)?.slice(1).find(Boolean) ?? 0)
        : 0;
    if (!argv.includes('--yes')) return 0;
    return Math.min(Number(argv[argv.indexOf('--max-close') + 1]), this.#mostPlanned(work));
  }

  #mostPlanned(work: Work): number {
    const began = work.isOfPlan
      ? Number.NEGATIVE_INFINITY
      : Math.min(...work.jobs.map(({ process }) => process.began));
    const from = began - Math.max(this.books.lag.read, this.books.lag.list);
    const sent = this.books.requests.find(
      (request) => request.kind === 'change' && this.works.owns(work, request),
    );
    const added = new Map<string, number>();
    return work.rows.filter(({ listing = '', quantity, delta }) => {
      if (delta === undefined) return quantity === 0;
      const sum = (added.get(listing) ?? 0) + delta;
      added.set(listing, sum);
      return this.books
        .between(listing, from, sent?.at ?? this.books.now())
        .some(({ availableInventory }) => availableInventory + sum === 0);
    }).length;
  }
}
