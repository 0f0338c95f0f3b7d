import type { RowState } from './journal/replay.ts';

/** How many lines a reason names. */
const mostLines = 3;

/** A reason is told in a line or two. */
const longest = 300;

/** Rows that are not done for the same reason. */
interface Reason {
  outcome: string;
  code: string;
  count: number;
  /** The lowest lines, or rows where rows share lines. */
  places: number[];
  /** What is said of the first of them; of others, it may differ. */
  message: string;
  differs: boolean;
}

/** Why rows of a run are not done: one reason for each outcome and code of an error. */
export class RowReasons {
  readonly #reasons = new Map<string, Reason>();
  readonly #placeWord: 'line' | 'row';

  /** Rows that share lines are named by their numbers. */
  constructor(sharesLines: boolean) {
    this.#placeWord = sharesLines ? 'row' : 'line';
  }

  /** Takes a row that somebody has to look at. */
  add({ outcome, error, line, row }: Pick<RowState, 'outcome' | 'error' | 'line' | 'row'>): void {
    const code = error?.code ?? outcome;
    const message = (error?.message ?? 'no reason is recorded').slice(0, longest);
    const place = this.#placeWord === 'line' ? line : row;
    const known = this.#reasons.get(`${outcome} ${code}`);
    if (known === undefined) {
      const reason = { outcome, code, count: 1, places: [place], message, differs: false };
      this.#reasons.set(`${outcome} ${code}`, reason);
      return;
    }
    known.count += 1;
    known.differs ||= message !== known.message;
    if (place < (known.places[0] ?? place)) known.message = message;
    known.places = [...known.places, place].sort((one, other) => one - other).slice(0, mostLines);
  }

  /** The most frequent first. */
  all = (): Reason[] => [...this.#reasons.values()].sort((one, other) => other.count - one.count);

  /** `62 refused, such as: no listing has the sku COAT-4 (lines 4, 17, 90 and 59 more)` */
  words = (): string[] =>
    this.all().map(
      ({ outcome, count, places, message, differs }) =>
        `${count} ${outcome}${differs ? ', such as' : ''}: ${message} (${this.#placeWords(places, count)})`,
    );

  /** `lines 4, 17, 90 and 12 more` */
  #placeWords(places: readonly number[], count: number): string {
    const more = count - places.length;
    const named = [...places.map(String), ...(more > 0 ? [`${more} more`] : [])];
    return `${this.#placeWord}${count === 1 ? '' : 's'} ${new Intl.ListFormat('en-GB').format(named)}`;
  }
}
