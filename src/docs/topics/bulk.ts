import { type Outcome, outcomes } from '../../changes/outcome.ts';
import type { Part } from '../topic.ts';

const meanings: Readonly<Record<Outcome, string>> = {
  applied: 'confirmed by the service',
  converged: 'no answer confirmed it, but the value you wanted is there',
  unchanged: 'already had this value; nothing was sent',
  skipped: 'left alone, as you asked, or already there',
  refused: 'certainly not applied; `error` says why',
  unsent: 'never sent, because the run stopped first',
  unknown: 'may or may not have been applied: `resale runs resolve` looks, and asks you',
};

/** The outcomes of a row, and what each means. */
const outcomeRows = outcomes.map((outcome) => [outcome, meanings[outcome]] as const);

export const bulk: readonly Part[] = [
  'inventory set, inventory adjust, listings create, listings close and grade read rows from --from FILE, or from a pipe with --from -: a workbook (.xlsx), CSV (separated by comma, semicolon or tab), NDJSON, or a JSON array. The content shows which. --template FILE writes a file to begin from, with a word on each column and an example; both may stay there.',
  { heading: 'Columns' },
  {
    rows: [
      [
        'a listing',
        'is named by id, externalIdentifier or sku, or under listing by any of these or the beginning of an id (6 characters); where a row has several, all must name the same listing',
      ],
      [
        'state, condition',
        'must be true of the listing, or the row is refused; of several listings with one name, the one of which they are true is meant, else the only OPEN one; empty, they say nothing',
      ],
      [
        'inventory set',
        'quantity; expect, to pin the old value; in what `listings list` printed, availableInventory is the quantity, and before pins the old value',
      ],
      ['inventory adjust', 'delta'],
      ['listings close', 'nothing else'],
      [
        'listings create',
        'the fields of the interface, such as shopId, condition, productDataSourceType, manualProductOptions.title, metadata.shelf (metadata.box:int for an integer); pictures and categories are separated by |; a price as it is on a label (129.00 or 129,00) is originalPriceMajor, or originalPrice with --price-unit major. A row whose externalIdentifier an OPEN listing has is skipped, or refused if the SKUs differ; CLOSED listings do not count, since an item may be sold and come back. A row may do without one: then a lost answer stays unknown, and the same file creates it again',
      ],
      [
        'grade',
        'id, condition, notes, images; shipment. The file is one shipment and goes out in one request, unless the column shipment has any word for each; more than 200 items in one are asked about',
      ],
    ],
  },
  'A list of bare identifiers, one a line, needs no header: what a bar-code scanner typed goes with `resale grade --from - --condition good`. An unknown column is an error, unless you use --ignore-extra. Blank rows, columns without a name and with nothing in them, and a first line such as sep=; are passed over.',
  { heading: 'Workbooks' },
  'The first sheet that is not hidden is read, or that of --sheet NAME, which may be a hidden one; its first row with anything in it is the header. Rows and columns that are hidden are read like the others, which is said, as are other sheets and merged cells. `line` is the row of the sheet. Texts stay as they are (007); a whole number is its digits; a formula counts by the value computed last. A date, a percentage, an error such as #N/A, a truth value, a formula without a value, a cell with several values, and a number that is shown as another one (00123) or has more than 15 digits where a text belongs are faults that name their cells: Sheet1!C7. A workbook with a password, .xls, .ods and files of Numbers have to be saved as .xlsx first. --failed-out writes a workbook, too.',
  'What the rows of listings create leave out is filled in by the flags of one listing (--shop-id, --condition, --image and the others), and by the shop of the profile; what those of grade leave out, by --condition, --notes and --image. A value in a row wins. Before anything is sent, the plan says what was filled in, and for how many rows. `resale runs resume` fills in the same.',
  { heading: 'Plan, then run' },
  'All rows are read and checked before anything is sent. --dry-run shows the plan: old and new values, rows without effect, listings that would close, and faults with their lines; of listings to be created and items to be graded, -o json and -o ndjson have the requests, each at the first of its rows. --plan FILE saves it, and --from FILE applies it later, with each old value pinned; it may be edited in between, so keep it where only you can write. A row that breaks a rule stops everything, unless you use --skip-invalid; --max-close and --max-change stop a file whose columns have shifted.',
  'At a terminal you are asked before anything is changed, also where the rows come through a pipe. --yes answers beforehand, and --no-input asks nothing: a run that closes listings is then refused without --yes. A script without a terminal, or whose stderr goes to a file, is not asked.',
  { heading: 'What became of each row' },
  'One record per row goes to stdout (line, id, outcome, before, after, error; of a new listing also its url, of a graded item the condition that it got, and the one that was wanted; and of a listing that is left with items in it although it is CLOSED, its state), the counts go to stderr. `line` is the physical line in the file; in a JSON array, where several rows may share a line, there is also `row`, the number of the row.',
  { rows: outcomeRows },
  'A table at a terminal shows only rows that somebody has to look at: refused, unknown, or skipped for a reason. At the end come the counts and the ten most frequent reasons, with the lines of their rows; `resale runs show RUN --rows` has the others.',
  '--failed-out FILE writes the refused and unsent rows, in a form that --from reads. It also goes with `resale runs resume RUN` after the run has ended. It is another file than that of the rows.',
  { heading: 'Stopped, killed, undone' },
  'Ctrl-C (SIGINT), SIGTERM and SIGHUP stop a run: nothing more is sent, what is under way is waited for, and the line that goes on is printed. A second one ends it at once; what was under way then is looked at when the run is resumed. Under nohup, or started by a program that ignores SIGHUP itself, a run outlives its terminal; on a system other than Linux, only where the shell tells the tool that nohup started it.',
  "Each row's intent is on disk before its request is sent, and its outcome afterwards. `resale runs resume` continues after Ctrl-C, kill -9 or a power cut, and looks again for lost answers if the service could not be read; `resale runs show RUN` shows what is known; `resale runs resolve RUN` reads the listings of unknown rows anew, shows what they were, what was wanted and what they are now, and settles them; a row that is to be sent again is sent only if its listing still has the inventory from before, and a row that is named with --rows may be settled anew until then; `resale runs undo RUN` restores what still has the value that the run wrote. All but `show` need the profile, the service and the client id that the run began with.",
  { heading: 'As fast as the service takes it' },
  'A run finds out how many requests a second the service takes, and sends no more: it slows down when the service refuses one (429, 503), and speeds up again along a curve. A refused row is sent again after the time that the service asks for, as long as other rows get through; --max-retries does not count these. The run ends with exit code 7 only if everything is refused for --max-wait seconds, or if the service asks for a longer wait than that; `resale runs resume` goes on later. Several processes under one limit share it. --rate 50/s sends no more than that in any case, as does RESALE_RATE, or `resale profiles set NAME --rate 50/s`.',
  { heading: 'Several machines' },
  '--shard 2/8 takes a fixed eighth of the listings. No two shards ever touch the same one.',
  '--run NAME makes a command safe to start as often as a scheduler likes: it begins the run of that name, goes on with it if it was stopped or killed, or says again how it ended, with the same report and exit code, and without a request. With --shard 2/8 the run is called NAME-2-of-8. The same name with other rows, another command, other flags or another service is refused (exit 2); while another process works on the run, the exit code is 7. Machines share their runs with RESALE_STATE_DIR on a volume, as one user; a process elsewhere that was killed is recognised after ten seconds.',
  'Several processes that write to one file want -o ndjson, whose lines are never torn; with -o json, it would hold several arrays. On several machines, give each its own file with --out.',
  { heading: 'Examples' },
  {
    lines: [
      'resale inventory set --template stock.xlsx',
      'resale listings list --before --out stock.xlsx',
      'resale inventory set --from stock.csv --dry-run',
      'resale listings create --from new.csv --shop-id SHOP --condition good --dry-run',
      'resale inventory set --from stock.csv --max-close 10 --failed-out failed.csv --yes',
      "printf 'sku,delta\\nSKU-1,-1\\n' | resale inventory adjust --from - --yes",
      'resale inventory adjust --from sold.csv --yes --run night --shard 2/8',
      'resale runs list',
    ],
  },
];
