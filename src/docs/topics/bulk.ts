import { type Outcome, outcomes } from '../../changes/outcome.ts';
import type { Part } from '../topic.ts';

const meanings: Readonly<Record<Outcome, string>> = {
  applied: 'confirmed by the service',
  converged: 'the answer was lost, and the value wanted is there',
  unchanged: 'it had this value before; nothing was sent',
  skipped: 'left alone, as you asked, or there already',
  refused: 'surely not applied; `error` says why',
  unsent: 'never sent, since the run was stopped before',
  unknown: 'may or may not have been applied: look, then `resale runs resolve`',
};

/** What may become of a row, and what that means. */
export const outcomeRows = outcomes.map((outcome) => [outcome, meanings[outcome]] as const);

export const bulk: readonly Part[] = [
  'inventory set, inventory adjust, listings create, listings close and grade take --from FILE, or --from - for what comes through a pipe: CSV (parted by comma, semicolon or tab), NDJSON, or a JSON array. Which of them it is shows in the content.',
  { heading: 'Columns' },
  {
    rows: [
      [
        'a listing',
        'is named by id, externalIdentifier or sku; a row with several must name one listing by all',
      ],
      ['inventory set', 'quantity; expect, where the old value is to be pinned'],
      ['inventory adjust', 'delta'],
      ['listings close', 'nothing more'],
      [
        'listings create',
        'the fields of the interface, such as shopId, condition, productDataSourceType, manualProductOptions.title, metadata.shelf (metadata.box:int for an integer); pictures and categories are parted by |',
      ],
      ['grade', 'id, condition, notes, images; rows of one shipment go out in one request'],
    ],
  },
  'A column that is not known is a fault; --ignore-extra takes it for a remark.',
  { heading: 'Plan, then run' },
  'All rows are read and judged before anything is sent. --dry-run shows the plan: old and new value, rows without effect, listings that close, faults with their line. --plan FILE keeps it, and --from FILE applies it later, each old value pinned. A row that breaks a rule stops it all, unless you say --skip-invalid; --max-close and --max-change stop a file whose columns have shifted.',
  { heading: 'What became of each row' },
  'A record a row goes to stdout (line, id, outcome, before, after, error), the counts to stderr. `line` is the physical line of the file; of a JSON array, where several rows may share one, there is also `row`, the number of the row.',
  { rows: outcomeRows },
  '--failed-out FILE writes the refused and unsent rows, ready to be fed back.',
  { heading: 'Stopped, killed, undone' },
  "Each row's intent is on disk before its request leaves, and its outcome after. `resale runs resume` goes on after Ctrl-C, kill -9 or a power cut; `resale runs show RUN` tells what is known; `resale runs undo RUN` sets back what still has the value that the run wrote.",
  { heading: 'Several machines' },
  '--shard 2/8 takes a stable eighth of the listings. No two shards ever touch the same one.',
  { heading: 'Examples' },
  {
    lines: [
      'resale inventory set --from stock.csv --dry-run',
      'resale inventory set --from stock.csv --max-close 10 --failed-out failed.csv --yes',
      "printf 'sku,delta\\nSKU-1,-1\\n' | resale inventory adjust --from - --yes",
      'resale runs list',
    ],
  },
];
