import { type Dialect, neutralDialect } from '../../service/dialect.ts';
import type { Part } from '../help-lines.ts';

const { header } = neutralDialect;

/** The names of a group that can be set, each with the name on the wire if that is different. */
const settable = (group: keyof Dialect): string =>
  Object.entries(neutralDialect[group])
    .map(([ours, name]) => (ours === name ? ours : `${ours} (${name})`))
    .join(', ');

export const dialects: readonly Part[] = [
  "This tool says Service and Commerce where a deployment uses names of its own, in headers, fields and constants. A profile's dialect says which, and everything is translated both ways: what you type and what you see stay the same everywhere.",
  { heading: 'Two names for most of it' },
  {
    lines: [
      'resale profiles add live --base-url https://api.shop.example --service-name Acme --commerce-name Mart',
    ],
  },
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
  {
    rows: [
      ['header.…', settable('header')],
      ['query.…', settable('query')],
      ['constant.…', settable('constant')],
      ['field.…', settable('field')],
    ],
  },
  'The brand of a creation is field.itemBrand, since the interface does not say its name; field.brand is that of the feed.',
  '`feed fetch` passes on the bytes of the file as they are with -o json and -o ndjson; csv, diff, stats and --check use the neutral names.',
  { heading: 'To find out the names' },
  'With a few reads, `resale doctor` compares what the deployment answers with its documentation: which fields are missing, which are not documented, and the line that sets those of which it can tell. What no read shows, such as the name of a filter, is for whoever runs the service to say.',
  { lines: ['resale doctor'] },
];
