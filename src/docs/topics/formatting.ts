import { formatNames, formats } from '../../terminal/formats.ts';
import type { Part } from '../topic.ts';

export const formatting: readonly Part[] = [
  'Data goes to stdout and nothing else does. On a terminal it is a table, in a pipe or a file it is JSON; --output says otherwise, RESALE_OUTPUT does so for every command, and a profile may have a format of its own for the terminal.',
  { rows: formatNames.map((format) => [format, formats[format].about] as const) },
  'JSON carries every field as the service sent it, those that this tool does not know included, and numbers digit by digit. A list that fails midway leaves its array open, so that whatever reads it fails, too.',
  'Notices, questions, progress and errors go to stderr; --quiet leaves the notices out. --out FILE writes the data to a file, whole or not at all.',
  'Colours are for terminals alone. NO_COLOR, --no-color and TERM=dumb turn them off, FORCE_COLOR turns them on.',
  '--fields a,b.c shows these fields alone, in this order, in every format; what is nested stays nested. --jq EXPR runs a jq expression over the JSON, or over each record with -o ndjson, and prints texts raw; jq itself need not be installed, and the expression sees no variable of the environment.',
  { heading: 'Examples' },
  {
    lines: [
      'resale listings list -o table',
      'resale listings list --fields id,sku,availableInventory -o csv',
      "resale listings list --limit 5 --jq '.[].sku'",
      'resale listings list -o ndjson | jq -r .sku',
      'resale listings list --state open --out open.csv -o csv',
    ],
  },
];
