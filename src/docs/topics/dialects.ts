import { neutralDialect } from '../../service/dialect.ts';
import type { Part } from '../topic.ts';

const { header, query, field } = neutralDialect;

const single = (part: string, names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(
    ([ours, name]) => [`dialect.${part}.${ours}`, `${name} where nothing is said`] as const,
  );

export const dialects: readonly Part[] = [
  "This tool says Service and Commerce where a deployment uses names of its own, in headers, fields and constants. A profile's dialect tells which, and everything is translated in both directions: what you type and what you are shown stays the same everywhere.",
  { heading: 'Two names for most of it' },
  '`resale profiles add` takes them: --service-name Acme --commerce-name Mart. With these',
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
  'Names that no rule covers are set one by one, as in `resale profiles set live dialect.query.pageSize=first`, and stand before what the two names make of them.',
  { rows: [...single('header', header), ...single('query', query), ...single('field', field)] },
  '`feed fetch` passes the bytes of the file on as they are with -o json and -o ndjson; csv, diff, stats and --check speak the neutral names.',
];
