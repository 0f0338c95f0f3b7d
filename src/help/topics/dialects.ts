import { dialectFlags, singleNameFlags } from '../../line/flags/dialect-flags.ts';
import type { Flags } from '../../line/flags/values.ts';
import { type Dialect, neutralDialect } from '../../service/dialect.ts';
import { flagSections, type Part } from '../help-lines.ts';

const { header } = neutralDialect;

/** The names of a group that can be set, each with the name on the wire if that is different. */
const settable = (group: keyof Dialect): string =>
  Object.entries(neutralDialect[group])
    .map(([ours, name]) => (ours === name ? ours : `${ours} (${name})`))
    .join(', ');

const flagRows = (flags: Flags): Part => ({ rows: flagSections(flags, '').flatMap(([, rows]) => rows) });

export const dialects: readonly Part[] = [
  "This tool says Service and Commerce where a deployment uses names of its own, in headers, fields and constants. A profile's dialect says which, and names are translated both ways: you type and see the neutral names everywhere, except in feed fetch -o json and -o ndjson, which keep the names of the file.",
  { heading: 'Two names for most of it' },
  {
    lines: [
      'resale profiles add live --base-url https://api.shop.example --service-name Acme --commerce-name Mart',
    ],
  },
  flagRows(dialectFlags),
  {
    rows: [
      [header.clientId, 'becomes X-Acme-Client-Id'],
      ['COMMERCE_SKU', 'becomes MART_SKU'],
      ['serviceShopName', 'becomes acmeShopName'],
      ['commerceTags', 'becomes martTags'],
      ['commercePlatformDomain', 'stays as it is'],
    ],
  },
  { heading: 'Single names' },
  'Names that no rule covers are set one by one, and override what the two names give:',
  { lines: ['resale profiles set live --dialect query.pageSize=first'] },
  flagRows(singleNameFlags),
  {
    rows: [
      ['header.…', settable('header')],
      ['query.…', settable('query')],
      ['constant.…', settable('constant')],
      ['field.…', settable('field')],
    ],
  },
  "The brand of a creation is field.itemBrand, since the service's API does not name it; field.brand is that of the feed.",
  'With -o json and -o ndjson, `feed fetch` prints the bytes of the file unchanged; csv, diff, stats and --check use the neutral names.',
  { heading: 'To find out the names' },
  'With a few reads, `resale doctor` compares the deployment with its documentation: it lists missing and undocumented fields, and prints the line that sets the names it recognises. Names that no read shows, such as that of a filter, come from the operator of the service.',
];
