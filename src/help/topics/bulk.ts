import { type Outcome, outcomes } from '../../changes/outcome.ts';
import { bulkFlags, creationBulkFlags, inventoryBulkFlags } from '../../runs/request/bulk-flags.ts';
import { flagSections, type Part } from '../help-lines.ts';

const meanings: Readonly<Record<Outcome, string>> = {
  applied: 'confirmed by the service',
  converged: 'found as wanted, though no answer confirmed it',
  unchanged: 'already had this value; nothing was sent',
  skipped: 'left alone, as you asked, or already there',
  refused: 'certainly not applied (`error` says why), or left out',
  unsent: 'not sent: the run was stopped or given up first',
  unknown: 'in doubt: may or may not have been applied; `resale runs resolve` looks, and asks you',
};

const outcomeRows = outcomes.map((outcome) => [outcome, meanings[outcome]] as const);

export const bulk: readonly Part[] = [
  { heading: 'Examples' },
  {
    lines: [
      'resale inventory set --template stock.xlsx',
      'resale listings list --before --out stock.xlsx',
      'resale inventory set --from stock.csv --dry-run',
      'resale listings create --from new.csv --shop-id SHOP --condition good -n',
      'resale inventory set --from stock.csv --failed-out failed.csv --yes',
      "printf 'listing,delta\\nRETURN-000002,-1' | resale inventory adjust --from - -y",
      'resale inventory adjust --from sold.csv --yes --run night --shard 2/8',
      'resale inventory set --from stock.csv --plan plan.ndjson',
      'resale runs list',
    ],
  },
  'inventory set, inventory adjust, listings create, listings close and grade read a workbook (.xlsx), CSV, NDJSON or a JSON array; --from - reads a pipe. All rows are checked before anything is sent. The plan that you agree to is what is sent; after that, the file is no longer needed.',
  ...flagSections({ ...bulkFlags, ...inventoryBulkFlags, ...creationBulkFlags }, '').map(([, rows]) => ({
    rows,
  })),
  { heading: 'Columns' },
  {
    rows: [
      ['a listing', 'id, externalIdentifier (or external-id), sku, or any of these as listing'],
      ['state, condition', 'must match the listing; they distinguish listings with the same name'],
      ['inventory set', 'quantity; expect or before, to pin the old value'],
      ['inventory adjust', 'delta'],
      [
        'listings create',
        "fields of the service's API (condition, metadata.shelf) or names of flags (external-id); separate several values by |; price: the original price, as printed on the label: 129.00",
      ],
      ['grade', 'id, condition, notes, images; shipment, if there are several'],
    ],
  },
  'The flags of a single listing or grade fill in what rows leave out. A row of listings create is skipped if an open listing has its externalIdentifier.',
  { heading: 'Outcomes of rows' },
  { rows: outcomeRows },
  { heading: 'Runs' },
  {
    rows: [
      [
        'runs resume [RUN]',
        'continues after Ctrl-C, kill -9 or a power cut: nothing is asked or applied twice; rows in doubt are only looked up',
      ],
      ['runs resolve RUN', 'resolves the rows in doubt: --lines 41,72 --as applied, or not-applied'],
      ['runs undo RUN', 'restores what the run changed, once, as the run RUN/undo'],
      ['runs end RUN', 'gives up a stopped run: rows that were not sent stay unsent'],
      ['runs show RUN', 'how far it got; --rows, --lines, --failed-out FILE, --html FILE'],
    ],
  },
  '--run NAME starts or continues the named run; if it has finished, it repeats the result, as a scheduler needs it. --shard 2/8 sends one of eight parts of the plan, on machines that share RESALE_STATE_DIR. A run sends as many requests per second as the service takes, or at most --rate 50/s.',
];
