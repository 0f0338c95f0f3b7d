import { type Books, type Effect, type KeptRequest, type Listing, requestOf } from './books.ts';
import { mayDoubt } from './excuses.ts';
import { failed } from './processes.ts';
import type { Tell } from './rows.ts';
import type { Row } from './wanted-rows.ts';
import { mayRestoreFound, type Work, type Works } from './works.ts';

/** Compares what undos did, or left alone, with what their runs did. */
export class UndoJudge {
  constructor(
    readonly books: Books,
    readonly works: Works,
    readonly tell: Tell,
  ) {}

  /** An undo changes a listing only from what its run left, and a delta by as much as that had added. */
  judgeRestored(work: Work, { listing, line }: Row) {
    const { undoes } = work;
    if (undoes === undefined) return;
    let own: Effect[] = [];
    let isOfRun = false;
    for (const effect of this.books.effects) {
      if (effect.listing !== listing) continue;
      const requests = requestOf(effect);
      if (requests.some((request) => this.works.owns(undoes, request))) {
        own.push(effect);
        isOfRun = true;
      }
      if (!requests.some((request) => this.works.owns(work, request))) continue;
      const { before = 0, after } = effect;
      const [known, last] = [!own.flatMap(requestOf).some(isUncertain), own.at(-1)];
      const sum = own.reduce((all, one) => all + one.after - (one.before ?? 0), 0);
      own = [];
      if (!isOfRun && !mayRestoreFound(work))
        this.tell('undo: of what its run had not done', `line ${line}: ${listing} became ${after}`);
      if (last === undefined || !known) continue;
      const isRestored = undoes.operation === 'adjust' ? after - before === -sum : before === last.after;
      if (!isRestored)
        this.tell(
          'undo: from what its run had not left',
          `line ${line}: ${listing} became ${after} from ${before}; its run had left ${last.after}`,
        );
    }
  }

  /** An undo may leave a listing alone only if it is not as the run left it. */
  judgeLeftAlone(undoes: Work, listing: string, past: readonly Listing[]): string | undefined {
    const last = this.books.effects.findLast(
      (effect) =>
        effect.listing === listing && requestOf(effect).some((request) => this.works.owns(undoes, request)),
    );
    // What the run may not know to be its own, its undo leaves alone.
    const isKnown = last !== undefined && !requestOf(last).some(isUncertain);
    return isKnown && past.every(({ availableInventory }) => availableInventory === last.after)
      ? `the inventory was ${last.after} all the time`
      : undefined;
  }
}

/** Whether a run may not know that what a request did is its own: nobody could tell, or it could not be written down. */
const isUncertain = (request: KeptRequest): boolean => mayDoubt(request) || failed(request.by);
