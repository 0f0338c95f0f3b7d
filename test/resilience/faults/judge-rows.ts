import type { Report } from '../../support/warehouse.ts';
import type { JobRow } from '../torture/jobs.ts';
import { lies } from '../torture/lies.ts';
import { toldBy } from '../torture/told.ts';
import type { Case } from './case.ts';
import type { FaultShop } from './shop.ts';
import type { Outcome } from './trial.ts';

/** Holds what was said of many rows against the books of the shop. */
export const judgeRows = (one: Case, outcome: Outcome, shop: FaultShop): string[] => {
  const told = toldBy(outcome.stdout);
  const subjects = one.scene.subjects ?? [];
  if (told.length === 0) return notBegun(one, outcome, shop);
  return [
    ...(told.length === subjects.length ? [] : [`${told.length} reports of ${subjects.length} rows`]),
    ...told.flatMap((word) => {
      const row = rowOf(word, subjects);
      return [...lies(row, word, shop.ledger), ...groundless(row, word, shop), ...notLooked(one, word)].map(
        (miss) => `line ${word.line}: ${miss}`,
      );
    }),
    ...wrongExit(told, outcome.exitCode),
  ];
};

/** A run that ended before its first row changed nothing. */
const notBegun = ({ fault }: Case, { exitCode = -1 }: Outcome, shop: FaultShop): string[] => {
  const { length } = shop.ledger.arrivals();
  return [
    ...(length === 0 ? [] : [`no word of ${length} changes that arrived`]),
    ...(fault.exits.includes(exitCode) ? [] : [`exit code ${exitCode}, and not ${fault.exits}`]),
  ];
};

const rowOf = ({ line }: Report, subjects: readonly string[]): JobRow => ({
  number: line - 1,
  line,
  subject: subjects[line - 2] ?? '',
  fate: 'change',
  owns: () => true,
});

/** Where a value was to be set, it shows by itself that it is there. */
const notLooked = ({ fault, scene }: Case, { outcome }: Report): string[] =>
  fault.change === 'repeated' && scene.replaces === 'by value' && outcome === 'unknown'
    ? ['unknown, though the value is there']
    : [];

/** A row is unknown only where an answer was lost. */
const groundless = ({ subject }: JobRow, { outcome, error }: Report, shop: FaultShop): string[] => {
  const wasLost = shop.ledger.arrivalsOf(subject).some(({ left }) => left === 'lost') || shop.brokenOff > 0;
  return outcome === 'unknown' && !wasLost ? [`unknown (${error?.message}), though its answer arrived`] : [];
};

const wrongExit = (told: readonly Report[], exitCode: number | undefined): string[] => {
  const outcomes = new Set(told.map(({ outcome }) => outcome));
  const wanted = outcomes.has('unknown')
    ? [8]
    : outcomes.has('unsent')
      ? [1, 4, 7]
      : outcomes.has('refused')
        ? [6]
        : [0];
  return wanted.includes(exitCode ?? -1)
    ? []
    : [`exit code ${exitCode}, and not ${wanted}: ${[...outcomes]}`];
};
