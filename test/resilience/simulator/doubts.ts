import { type Books, type KeptRequest, requestOf } from './books.ts';
import { mayDoubt, wasLost } from './excuses.ts';
import type { Process } from './machine/interface.ts';
import { failed } from './processes.ts';
import type { Row } from './wanted-rows.ts';
import type { Work } from './works.ts';

type MissOfRow = (kind: string, what: string) => void;

/** Compares what was said of rows whose answers were lost or refused with what could be known. */
export class DoubtJudge {
  constructor(readonly books: Books) {}

  /** Something is in doubt only where its sender could not know better. */
  judge(work: Work, requests: readonly KeptRequest[], message: string | undefined, miss: MissOfRow) {
    if (work.jobs.some(({ process }) => failed(process))) return;
    const isDoubtful = requests.some(mayDoubt);
    const isNoneBegun = requests.every(({ deliveries }) => deliveries.length === 0);
    if (!isDoubtful && !(wasCutShort(work) && isNoneBegun))
      miss('in doubt without a cause', `every answer arrived (${message})`);
    this.#judgeNeedless(work, requests, miss);
    this.#judgeUnlooked(work, requests, miss);
  }

  /** Whoever resumes a run that was stopped looks at what is in doubt, and finds what was set, if nobody has changed it since. */
  #judgeUnlooked(work: Work, [request, ...others]: readonly KeptRequest[], miss: MissOfRow) {
    const last = work.jobs.at(-1);
    const operation = (work.undoes ?? work).operation;
    if (request === undefined || others.length > 0 || (operation !== 'set' && operation !== 'close')) return;
    const isResumed =
      last !== undefined &&
      last.argv[1] === 'resume' &&
      work.jobs.length > 1 &&
      work.jobs.slice(0, -1).every(({ process: { ending } }) => ending?.kind === 'killed');
    if (!isResumed) return;
    const { began, ending, wasSuspended } = last.process;
    const [effect, ...more] = this.books.effects.filter(
      ({ listing, at }) => listing === request.listing && at >= request.at,
    );
    const isThere = effect && more.length === 0 && requestOf(effect).includes(request);
    const couldRead = this.books.requests.every((one) => one.by !== last.process || wasSeen(one));
    const isCalm = ending?.kind === 'exit' && ending.code === 8 && !wasSuspended && couldRead;
    const { read, list } = this.books.lag;
    if (isThere && isCalm && began > effect.at + Math.max(read, list))
      miss('in doubt, though a resumption could look', `it was applied at ${effect.at}, and is still so`);
  }

  /** Whoever waits and looks finds what was lost, or came for a second delivery, if nobody else has changed the listing since. */
  #judgeNeedless(work: Work, [request, ...others]: readonly KeptRequest[], miss: MissOfRow) {
    if (request === undefined || others.length > 0 || work.jobs.length > 1 || work.isDirect) return;
    const { by, at, doubt = '', deliveries, listing } = request;
    const [effect, ...more] = this.books.effects.filter((one) => one.listing === listing && one.at >= at);
    const isAlone = effect && more.length === 0 && requestOf(effect).includes(request);
    // A reading of what was there before a change of its own proves nothing to it.
    const wasThere = this.books.effects.some(
      (one) =>
        one.listing === listing &&
        one.before === effect?.after &&
        requestOf(one).some((own) => own.by === by && own.at < at),
    );
    if (wasThere) return;
    const wasRepeated = deliveries.length > 1;
    // As much may have been added by others, where the service has refused a delta.
    const isDelta = (work.undoes ?? work).operation === 'adjust';
    if (!isAlone || (wasRepeated && isDelta)) return;
    if (!wasRepeated && !/^(its answer was lost|a gateway)/.test(doubt)) return;
    // Who is asked to stop looks no more, whatever stopped it before.
    const isCalm = by.ending?.kind === 'exit' && by.ending.code === 8 && !by.wasSuspended && !by.wasSignalled;
    const couldRead = this.books.requests.every(
      (read) => read.by !== by || read.kind !== 'read' || wasSeen(read),
    );
    if (isCalm && couldRead && effect.at - at + this.books.lag.read + 200 < settleMsOf(by))
      miss('in doubt, though it is there', `it was applied, and nobody has changed it since (${doubt})`);
  }

  /** What others have added may count as a row's own only after an answer that was lost, or could not be recorded, and soon. */
  judgeEqualDelta(
    work: Work,
    { listing = '' }: Row,
    after: number | null,
    requests: readonly KeptRequest[],
    miss: MissOfRow,
  ) {
    if (requests.length === 0 && wasCutShort(work)) return;
    const mayBe = requests.some(
      (request) =>
        (wasLost(request) || failed(request.by)) &&
        this.books
          .between(listing, recordedBy(request), request.at + longestForDeltaMs)
          .some(({ availableInventory }) => availableInventory === after),
    );
    if (!mayBe) miss("converged to others' changes", `it was not applied, and became ${after}`);
  }
}

/** By when it may have been written down: a process that stood still behind that sends it only as it wakes. */
const recordedBy = ({ by, at }: KeptRequest): number => (by.wasSuspended ? by.began : at);

/** Whether the answer came, in time and as the service gave it. */
const wasSeen = ({ doubt, answeredAt, deliveries }: KeptRequest): boolean =>
  !doubt && answeredAt !== undefined && deliveries[0]?.status === 200;

/** Where an intent was on the disk, and nothing was sent: whoever comes next can't know that. */
export const wasCutShort = ({ jobs }: Work): boolean =>
  jobs.some(({ process }) => process.ending?.kind === 'killed' || process.wasSuspended || failed(process));

/** How long a process waits before it looks what became of a change. */
const settleMsOf = ({ start: { argv } }: Process): number =>
  Number(argv[argv.indexOf('--settle') + 1 || argv.length] ?? 15) * 1_000;

/** A minute, as docs/guarantees.md says, with the time of looking. */
const longestForDeltaMs = 80_000;
