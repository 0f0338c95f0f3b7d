import type { Ledger } from '../../support/ledger.ts';
import type { Report } from '../../support/warehouse.ts';
import { isOf, type Job, type JobRow } from './jobs.ts';
import { lies } from './lies.ts';

/** All that was said of a job, from its first process to its last. */
export interface Story {
  /** What each process printed, in their order. */
  told: readonly (readonly Report[])[];
  /** What `runs show --rows` says in the end. */
  recorded: readonly Report[];
  /** Rows that were open when a process was killed: their answers may be lost. */
  open: ReadonlySet<number>;
  /** Somebody else changed the same listings. */
  hasCompetitor: boolean;
}

/** What became of each line in the end: the last word that a process said of it, else the journal's. */
export const finalWords = ({ told, recorded }: Story): Map<number, Report> =>
  new Map([...recorded, ...told.flat()].map((word) => [word.line, word]));

/** Holds everything that was said against the ledger: what is not true, and what is missing. */
export const judge = (job: Job, ledger: Ledger, story: Story): string[] => {
  const final = finalWords(story);
  const rows = new Map(job.rows.map((row) => [row.line, row]));
  return [
    ...story.told.flatMap(repeated),
    ...contradictions(story, final),
    ...strangers(job, ledger),
    ...[...final.keys()].filter((line) => !rows.has(line)).map((line) => `line ${line} is not in the file`),
    ...job.rows.flatMap((row) => {
      const word = final.get(row.line);
      const misses = word ? judgeRow(row, word, ledger, story) : ['nothing was said of it'];
      return misses.map((miss) => `line ${row.line}: ${miss}`);
    }),
    ...story.told.slice(0, -1).flatMap((told) => earlierLies(told, rows, ledger)),
  ];
};

/** What earlier processes said must hold in the end, too, but for rows that were still to be done. */
const earlierLies = (told: readonly Report[], rows: ReadonlyMap<number, JobRow>, ledger: Ledger): string[] =>
  told.flatMap((word) => {
    const row = rows.get(word.line);
    if (row === undefined || word.outcome === 'unsent' || word.outcome === 'unchanged') return [];
    return lies(row, word, ledger).map((miss) => `line ${word.line}, at first: ${miss}`);
  });

const repeated = (told: readonly Report[]): string[] => {
  const seen = new Set<number>();
  return told.flatMap(({ line }) => {
    const isAgain = seen.has(line);
    seen.add(line);
    return isAgain ? [`line ${line}: reported twice by one process`] : [];
  });
};

/** The last word on a row and the journal's must be the same. */
const contradictions = ({ recorded }: Story, final: ReadonlyMap<number, Report>): string[] =>
  recorded.flatMap(({ line, outcome }) => {
    const said = final.get(line)?.outcome;
    return said === outcome ? [] : [`line ${line}: reported as ${said}, recorded as ${outcome}`];
  });

/** Changes that no row asked for. */
const strangers = (job: Job, ledger: Ledger): string[] => {
  const rows = new Map<string, JobRow[]>();
  for (const row of job.rows) rows.set(row.subject, [...(rows.get(row.subject) ?? []), row]);
  return ledger
    .arrivals()
    .filter((arrival) => !rows.get(arrival.subject)?.some((row) => isOf(row, arrival)))
    .map(({ subject, body }) => `nobody asked for ${JSON.stringify(body)} of ${subject}`);
};

const judgeRow = (row: JobRow, word: Report, ledger: Ledger, story: Story): string[] => {
  const arrivals = ledger.arrivalsOf(row.subject).filter((arrival) => isOf(row, arrival));
  const misses = lies(row, word, ledger);
  const { outcome, error } = word;
  const words = [word, ...story.told.flat().filter(({ line }) => line === row.line)];
  const mayBeUnknown = story.open.has(row.number) || words.some(wentUnseen);
  if (outcome === 'unknown' && !mayBeUnknown && !arrivals.some(({ left }) => left === 'lost'))
    misses.push(`unknown (${error?.message}), though every answer arrived`);
  if (outcome === 'unchanged' && arrivals.some(({ left }) => left !== 'denied'))
    misses.push('unchanged, and yet it was sent');
  if (!story.hasCompetitor && !isFate(row, outcome))
    misses.push(`${outcome} (${error?.message ?? 'no error'}), though it was to be ${row.fate}`);
  return misses;
};

// The answer may have arrived in the very moment, which the ledger can't see; or nobody could look in time, and what is found later
// tells nothing.
const wentUnseen = ({ error }: Report): boolean =>
  /no whole answer within|could not be read afterwards/.test(error?.message ?? '');

const isFate = ({ fate }: JobRow, outcome: string): boolean => {
  if (fate === 'change') return ['applied', 'converged', 'unknown'].includes(outcome);
  // That the service refused can be lost on the way, too.
  return outcome === fate || (fate === 'refused' && outcome === 'unknown');
};
