import { formatNames, formats } from '../../terminal/formats.ts';
import type { Part } from '../topic.ts';

export const formatting: readonly Part[] = [
  'Data goes to stdout, and nothing else does. On a terminal it is a table, in a pipe or a file it is JSON; --output changes that, RESALE_OUTPUT does so for every command, and a profile may have its own format for the terminal.',
  { rows: formatNames.map((format) => [format, formats[format].about] as const) },
  'JSON carries every field as the service sent it, including those that this tool does not know, and numbers digit by digit. A list that fails midway leaves its array open, so that whatever reads it fails, too.',
  'Notices, questions, progress and errors go to stderr; --quiet leaves out the notices. --out FILE writes the data to a file, all of it or nothing, and in the format that its name ends in: stock.csv, stock.ndjson, stock.yaml.',
  '-o xlsx makes a workbook, of whatever is a list of records. Numbers are numbers in it, and identifiers are texts, which keep their zeros when somebody edits them. For a spreadsheet it is better than CSV, which many of them read in an encoding, or with a separator, of their own.',
  '--html FILE of runs show, feed stats and feed diff writes a page to look at instead: one file that opens in any browser, without a network, and that can be sent on. Its table can be searched, filtered and sorted.',
  'Colours are for terminals only. NO_COLOR, --no-color and TERM=dumb turn them off, FORCE_COLOR turns them on.',
  'A table is as wide as the terminal, also where a pager follows: resale listings list -o table | less. On a narrow screen columns are shortened, then left out; --fields names those that you want, and no name of theirs is cut.',
  '--fields a,b.c shows only these fields, in this order, in every format; what is nested stays nested. --jq EXPR runs a jq expression on the JSON, or on each record with -o ndjson; with -o table or -o csv it selects the records of a list that are shown, and yields these alone, in their order, and prints strings raw; jq need not be installed, and the expression sees no environment variables.',
  { heading: 'Examples' },
  {
    lines: [
      'resale listings list -o table | less',
      'resale listings list --fields id,sku,availableInventory -o csv',
      "resale listings list --limit 5 --jq '.[].sku'",
      'resale listings list -o ndjson | jq -r .sku',
      'resale listings list --state open --out open.csv',
    ],
  },
];
