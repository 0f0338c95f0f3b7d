import { inputChanged, reportsLost } from '../../src/bulk/errors.ts';
import { runTakenOver } from '../../src/bulk/journal/errors.ts';
import { unwritableRows } from '../../src/bulk/rows/errors.ts';
import { noCounts } from '../../src/changes/outcome.ts';
import { neverCame, onlyList, wrongKeys } from '../support/relayed.ts';
import { resale } from '../support/resale.ts';
import {
  afterRun,
  having,
  inSandbox,
  inWeather,
  onlyFirst,
  type Place,
  page,
  printedOf,
  refused,
  rows,
  type Situation,
  second,
  where,
} from './situation.ts';

const bulk = 'inventory set --from rows.csv --yes --settle 0 --max-retries 0 --concurrency 1';
const asked = { ends: 2, shows: /What became of (?:it|them)\?/ };
const withRun =
  (line: string) =>
  ({ run = '' }: Place) =>
    line.replace('RUN', run);

const created = `${JSON.stringify({
  shopId: 'shop-second-meadow',
  condition: 'GOOD',
  productDataSourceType: 'COMMERCE_SKU',
  productIdentifier: 'A',
  externalIdentifier: 'NEW',
  images: [{ url: 'https://images.example/1.jpg' }],
})}\n`;

/** What messages about bulk runs propose. */
export const runs: Readonly<Record<string, Situation>> = {
  'a run with refused rows': {
    in: inWeather(second(refused)),
    typed: bulk,
    exit: 6,
    lines: [
      { is: /^runs resume \S+ --failed-out FILE$/, fill: { FILE: 'left.csv' }, ends: 6, shows: /Written to/ },
    ],
  },
  'a dry run': {
    in: inWeather(() => undefined),
    typed: bulk.replace('--yes', '--dry-run'),
    lines: [/^inventory set --settle 0 --max-retries 0 --from rows.csv --concurrency 1$/],
  },
  'a run that stopped': {
    in: inWeather(second(wrongKeys)),
    typed: bulk,
    exit: 4,
    lines: [/^runs resume \S+$/],
  },
  'a stopped run whose rows were run from the file of --failed-out': {
    in: where(inWeather(second(wrongKeys)), async (place) => {
      await resale(`${bulk} --run first --failed-out left.csv`, place);
      await resale('inventory set --from left.csv --yes --run next', place);
    }),
    typed: 'runs resume first',
    exit: 2,
    lines: [/^runs show next$/],
  },
  'a run whose profile has another name now': {
    in: having(afterRun('stopped'), 'profiles rename live shop'),
    typed: withRun('-p shop runs resume RUN'),
    exit: 2,
    lines: [{ is: /^profiles rename NAME live$/, fill: { NAME: 'shop' } }],
  },
  'a run with unknown rows': {
    in: inWeather(onlyFirst, onlyList),
    typed: bulk,
    exit: 8,
    lines: [{ is: /^runs resolve \S+$/, ...asked }],
  },
  'a plan that the service did not let it make': {
    in: inWeather(
      () => undefined,
      () => neverCame,
    ),
    typed: bulk,
    exit: 7,
    lines: [/^inventory set --yes --settle 0 --max-retries 0 --from rows.csv --concurrency 1$/],
  },
  'nothing to resume': { ...{ in: inSandbox, typed: 'runs resume', exit: 3 }, lines: [/^runs list$/] },
  'nothing to resume, but rows to settle': {
    in: afterRun('unknown'),
    typed: 'runs resume',
    exit: 3,
    lines: [{ is: /^runs resolve \S+ --profile live$/, ...asked }],
  },
  'a list with an unfinished run': {
    in: afterRun('stopped'),
    typed: 'runs list',
    lines: [/^runs resume \S+ --profile live$/],
  },
  'an unresolved run': {
    in: afterRun('unknown'),
    typed: withRun('runs show RUN'),
    lines: [{ is: /^runs resolve \S+ --profile live$/, ...asked }],
  },
  'the report of an unfinished run': {
    in: afterRun('stopped'),
    typed: page('runs show RUN --html -'),
    lines: [/^runs resume \S+ --profile live$/, /^runs show \S+ --rows$/],
  },
  'the report of an unresolved run': {
    in: afterRun('unknown'),
    typed: page('runs show RUN --html -'),
    lines: [{ is: /^runs resolve \S+ --profile live$/, ...asked }, /^runs show \S+ --rows$/],
  },
  'the report of a run with refused rows': {
    in: afterRun('refused'),
    typed: page('runs show RUN --html -'),
    lines: [
      { is: /^runs resume \S+ --profile live --failed-out refused.csv$/, ends: 6 },
      /^runs show \S+ --rows$/,
    ],
  },
  'a name of no run': {
    in: afterRun('done', 'inventory set', rows, '--run night'),
    typed: 'runs show nigth',
    exit: 2,
    lines: [/^runs list$/],
  },
  'an undo of a run that created': {
    in: afterRun('done', 'listings create', created),
    typed: withRun('-p live runs undo RUN'),
    exit: 2,
    lines: [
      /^runs show \S+ --rows --output ndjson/,
      { is: /^listings close --profile live --from -$/, ends: 2, shows: /This closes 1 listing at live/ },
    ],
  },
  'a row that is not unknown': {
    in: afterRun('unknown'),
    typed: withRun('-p live runs resolve RUN --rows 1 --as applied'),
    exit: 2,
    lines: [/^runs show \S+ --unknown$/],
  },
  'unknown rows, and nobody to ask': {
    in: afterRun('unknown'),
    typed: withRun('-p live runs resolve RUN'),
    piped: true,
    lines: [{ is: /^runs resolve \S+ --profile live --rows 2,3 --as WHAT$/, fill: { WHAT: 'refused' } }],
  },
  'answers about unknown rows that end early': {
    async in() {
      const place = await afterRun('unknown')();
      // Then they do not look alike.
      await resale('-p live inventory set B 5', place);
      return place;
    },
    typed: withRun('-p live runs resolve RUN'),
    exit: 2,
    replies: [['What became of', 'not applied']],
    lines: [{ is: /^runs resolve \S+ --profile live$/, ...asked }],
  },
  'rows that were changed while they were read': {
    in: inSandbox,
    typed: printedOf(() => inputChanged(3)),
    lines: [/^runs list$/],
  },
  'a run that another process has': {
    in: inSandbox,
    typed: printedOf(() => runTakenOver('/state/running')),
    lines: [/^runs list$/],
  },
  'rows that could not be written': {
    in: inSandbox,
    typed: printedOf(() => unwritableRows('/a', 'no room is left')),
    lines: [/^runs list$/],
  },
  'reports that could not be printed': {
    in: afterRun('done', 'inventory set', rows, '--run night'),
    typed: printedOf(() => reportsLost('night', noCounts(), new Error('no room is left'))),
    lines: [/^runs show night --rows$/],
  },
  'unknown rows that can not be looked at': {
    in: where(afterRun('unknown'), ({ weather }) => weather?.(neverCame)),
    typed: withRun('-p live runs resolve RUN --max-retries 0'),
    exit: 7,
    lines: [{ is: /^runs resolve \S+ --profile live$/, ...asked }],
  },
  'a dry run of a resume that can not read': {
    in: where(afterRun('stopped'), ({ weather }) => weather?.(neverCame)),
    typed: withRun('-p live runs resume RUN --dry-run --max-retries 0'),
    exit: 7,
    lines: [/^runs resume \S+ --profile live --dry-run$/],
  },
  'an undo that can not read': {
    in: where(afterRun('done'), ({ weather }) => weather?.(neverCame)),
    typed: withRun('-p live runs undo RUN --yes --max-retries 0'),
    exit: 7,
    lines: [/^runs undo \S+ --profile live --yes --max-retries 0$/],
  },
  'a doctor who finds runs that need somebody': {
    in: async () => {
      const place = await afterRun('stopped')();
      await place.again?.(4);
      return place;
    },
    typed: '-p live doctor',
    lines: [...Array.from({ length: 3 }, () => /^runs resume \S+ --profile live$/), /^runs list$/],
  },
};
