import { leftOutWord, type RowState } from '../journal/row-state.ts';
import { linesWords, outcomeWords } from '../journal/state-words.ts';

const mostLines = 3;

/** Further reasons are counted by their code: a service may give each row another message. */
const mostReasons = 20;

const longest = 300;

interface Reason {
  outcome: string;
  code: string;
  count: number;
  /** The lowest line numbers. */
  places: number[];
  /** The message of the first row; `differs` if others have another one. */
  message: string;
  differs: boolean;
  /** A message that is true of all of them, if there is one. */
  general: string | undefined;
}

/** What messages that differ from row to row have in common. One with a proposal is about its own row alone. */
const inGeneral: readonly (readonly [RegExp, string])[] = [
  [/^(no listing has .*\(did you mean .*\?\))$/s, '$1'],
  [/^(no listing has|several listings have) the (SKU|external identifier|name|id) .*$/s, '$1 this $2'],
  [/^the inventory of .* as expected; \d+ was wanted$/s, 'the inventory is not as expected'],
  [/^.*, so (it looks (?:not )?applied)$/s, 'the answer was lost; $1'],
  [/^.*; the inventory is still \d+$/s, 'the answer was lost, and the inventory is still as before'],
  [/^.* not confirmed: (.*; )?the tool was stopped before it looked .*$/s, 'stopped before it was looked up'],
  [/^.* not confirmed: (.*; )?the tool was stopped before .*$/s, 'stopped before the answer came'],
  [/^.* was sent but not confirmed: /s, ''],
];

/** Groups rows by their reason. Messages that differ only in names and numbers are one reason. */
export class RowReasons {
  readonly #reasons = new Map<string, Reason>();

  /** Returns whether its message is the one that is shown. */
  add({ outcome, error, line: place }: Row): boolean {
    const code = error?.code ?? outcome;
    // Of the rows that are skipped, only a creation has no error.
    const without = outcome === 'skipped' ? 'listed already' : 'no reason is recorded';
    const message = (error?.message ?? without).slice(0, longest);
    const [pattern, words = ''] = inGeneral.find(([pattern]) => pattern.test(message)) ?? [];
    const general = pattern && message.replace(pattern, words);
    const kind = general ?? message.replace(/"[^"]*"|\b[\da-f]{8}-[\da-f-]{27}\b|\d+/gi, '…');
    const key = [outcome, code, ...(this.#reasons.size < mostReasons ? [kind] : [])].join(' ');
    const known = this.#reasons.get(`${outcome} ${code} ${kind}`) ?? this.#reasons.get(key);
    if (known === undefined) {
      const reason = { outcome, code, count: 1, places: [place], message, differs: false, general };
      this.#reasons.set(key, reason);
      return true;
    }
    known.count += 1;
    known.differs ||= message !== known.message;
    if (general !== known.general) known.general = undefined;
    const isFirst = place < (known.places[0] ?? place);
    if (isFirst) known.message = message;
    known.places = [...known.places, place].sort((one, other) => one - other).slice(0, mostLines);
    return isFirst;
  }

  /** In the order of the file: `lines 4, 17, 90 and 59 more: no listing has this SKU`. */
  places(): string[] {
    const all = [...this.#reasons.values()].sort(
      (one, other) => (one.places[0] ?? 0) - (other.places[0] ?? 0),
    );
    return all.map((reason) => `${this.#placesOf(reason)}${whyOf(reason)}`);
  }

  #placesOf = ({ places, count }: Reason): string => linesWords(places, count);

  /**
   * The most frequent first: `refused: no listing has this SKU (lines 4, 17, 90 and 59 more)`. If all rows were left out, or
   * skipped, who reads it knows that.
   */
  words = (): { count: number; what: string }[] => {
    const all = [...this.#reasons.values()].sort((one, other) => other.count - one.count);
    const isKnown = [leftOutWord, 'skipped'].some((word) => all.every(({ outcome }) => outcome === word));
    return all.map((reason) => {
      const what = isKnown ? '' : outcomeWords(reason.outcome);
      const words = `${what}${whyOf(reason)}`.replace(/^[:,] |\.$/g, '');
      return { count: reason.count, what: `${words} (${this.#placesOf(reason)})` };
    });
  };
}

const whyOf = ({ outcome, message, differs, general }: Reason): string => {
  if (!differs && outcome !== 'unknown') return `: ${message}`;
  return `${differs && general === undefined ? ', such as' : ''}: ${general ?? message}`;
};

interface Row extends Pick<RowState, 'error' | 'line'> {
  outcome: string;
}
