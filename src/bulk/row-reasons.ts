import { counted } from '../words/counted.ts';
import type { RowReport } from './report.ts';

const mostTold = 10;

/** How many lines a reason names. */
const mostLines = 3;

/** So many reasons are told apart; what the service says may be different for each row. */
const mostKept = 1_000;

/** What may belong to one row of many with the same reason: a quoted text, or a word with a digit. */
const particulars = /("[^"]*"|(?<![\w-])[\w-]*\d(?:[\w./:-]*\w)?)/;

/** What stands where rows with the same reason differ. */
const difference = '…';

/** A reason is told in a line or two. */
const longest = 300;

/** Rows that are not done for the same reason. */
interface Reason {
  outcome: string;
  count: number;
  /** The lowest lines, or rows where rows share lines. */
  places: number[];
  /** The message, its particulars at the odd places. */
  parts: string[];
}

/** Gathers why rows of a run are not done, for the person who sees its end. */
export class RowReasons {
  readonly #reasons = new Map<string, Reason>();
  readonly #placeWord: 'line' | 'row';

  /** Rows that share lines are named by their numbers. */
  constructor(sharesLines: boolean) {
    this.#placeWord = sharesLines ? 'row' : 'line';
  }

  /** Takes a row that somebody has to look at; its name is the external identifier or SKU. */
  add({ outcome, error, line }: RowReport, row: number, name: string | undefined): void {
    const parts = quoting(name, (error?.message ?? '').slice(0, longest)).split(particulars);
    const key = [outcome, ...parts.filter((_, at) => at % 2 === 0)].join('\n');
    const place = this.#placeWord === 'line' ? line : row;
    const reason = this.#reasons.get(key) ?? this.#reasons.get(outcome);
    if (reason === undefined) {
      const isNew = this.#reasons.size < mostKept;
      this.#reasons.set(isNew ? key : outcome, {
        outcome,
        count: 1,
        places: [place],
        parts: isNew ? parts : ['other reasons'],
      });
      return;
    }
    reason.count += 1;
    reason.places = [...reason.places, place].sort((one, other) => one - other).slice(0, mostLines);
    reason.parts = reason.parts.map((part, at) => (at % 2 === 0 || part === parts[at] ? part : difference));
  }

  /** The most frequent reasons first: `62 refused: the SKU … is in no listing (lines 4, 17, 90 and 59 more)`. */
  words(): string[] {
    const all = [...this.#reasons.values()].sort((one, other) => other.count - one.count);
    const rest = all.slice(mostTold);
    const restRows = rest.reduce((sum, { count }) => sum + count, 0);
    return [
      ...all
        .slice(0, mostTold)
        .map(
          ({ outcome, count, places, parts }) =>
            `${count} ${outcome}: ${parts.join('')} (${this.#placeWords(places, count)})`,
        ),
      ...(rest.length > 0
        ? [`and ${counted(restRows, 'row')} for ${counted(rest.length, 'other reason')}`]
        : []),
    ];
  }

  /** `lines 4, 17, 90 and 12 more` */
  #placeWords(places: readonly number[], count: number): string {
    if (count === 1) return `${this.#placeWord} ${places[0]}`;
    const [last, named] =
      count > places.length
        ? [`${count - places.length} more`, places]
        : [places.at(-1), places.slice(0, -1)];
    return `${this.#placeWord}s ${named.join(', ')} and ${last}`;
  }
}

/** A message in which the name of its row is quoted: without a digit it would look like any other word. */
const quoting = (name: string | undefined, message: string): string =>
  name === undefined || name.length < 3 || /["\d]/.test(name)
    ? message
    : message.replaceAll(name, `"${name}"`);
