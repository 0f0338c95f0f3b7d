import type { FeedDownload } from '../../feed/download.ts';
import type { Column, Result, Shown } from '../../terminal/columns.ts';
import { command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { once, previewed } from '../preview.ts';
import { toggle } from '../value-kinds.ts';

/** The documented fields of a product, those that matter most first. */
const columns: readonly Column[] = [
  { field: 'productID', title: 'ID' },
  { field: 'productTitle', title: 'TITLE' },
  { field: 'brand', title: 'BRAND' },
  { field: 'size', title: 'SIZE' },
  { field: 'condition', title: 'CONDITION', role: 'condition' },
  { field: 'price', title: 'PRICE', align: 'right' },
  { field: 'productStock', title: 'STOCK', align: 'right' },
];

const allColumns: readonly Column[] = [
  ...columns,
  ...[
    'currency',
    'productAvailable',
    'productURL',
    'productDescription',
    'image',
    'gender',
    'color',
    'categories',
    'styles',
    'commerceTags',
    'commerceProductType',
    'isBrandDirect',
    'updatedAt',
    'shipFromCountry',
    'shipToCountries',
  ].map((field) => ({ field, title: field })),
];

const checkColumns: readonly Column[] = [
  { field: 'entries', title: 'ENTRIES', align: 'right' },
  { field: 'differing', title: 'DIFFERING', align: 'right' },
  { field: 'faultsByField', title: 'FAULTS BY FIELD' },
  { field: 'firstFaults', title: 'FIRST FAULTS' },
];

const shownOnTerminal = 20;

export const fetch = command({
  details:
    "Asks for the link, and streams the file behind it: with -o json the bytes as they are served, with -o ndjson a product a line, with -o csv flat columns, on a terminal the first products and the count. The file's host never sees the credentials. A file that is cut short or no JSON array is an error.",
  arguments: {},
  flags: {
    link: toggle('Print the link alone, and download nothing'),
    check: toggle('Hold every product against the documented fields, and print what differs'),
  },
  examples: [
    { does: 'Count the products', line: 'resale feed fetch | jq length' },
    { does: 'The brands, as they come', line: 'resale feed fetch -o ndjson | jq -r .brand | sort | uniq -c' },
    { does: 'Into a file, whole or not at all', line: 'resale feed fetch --out feed.json' },
  ],
  columns,
  async run(invocation, { flags }) {
    const client = await invocation.client();
    if (invocation.settings.dryRun)
      return previewed([client.preview('getFeedLink', {})], invocation.settings);
    const { url } = await client.call('getFeedLink', {});
    if (flags.link) return { kind: 'bytes', bytes: once(`${url}\n`) };
    const download = await open(url, invocation);
    return flags.check ? check(download) : stream(download, invocation);
  },
});

const open = async (url: string, invocation: Invocation): Promise<FeedDownload> => {
  const [{ downloadFeed }, { isLoopback }, { version }] = await Promise.all([
    import('../../feed/download.ts'),
    import('../../profiles/base-url.ts'),
    import('../../version.ts'),
  ]);
  const { baseUrl } = await invocation.profile();
  const { timeoutMs } = invocation.settings;
  return downloadFeed({
    url,
    allowLoopback: isLoopback(new URL(baseUrl)),
    connectTimeoutMs: Math.min(10_000, timeoutMs),
    headersTimeoutMs: timeoutMs,
    userAgent: `resale/${version}`,
    signal: invocation.io.interruption,
  });
};

const stream = async (download: FeedDownload, invocation: Invocation): Promise<Result> => {
  const { entryLines, judged } = await import('../../feed/elements.ts');
  switch (invocation.format()) {
    case 'json':
      return { kind: 'bytes', bytes: judged(download.bytes) };
    case 'ndjson':
      return { kind: 'bytes', bytes: entryLines(download.bytes) };
    case 'csv':
      return { kind: 'records', records: products(download), columns: allColumns };
    case 'table': {
      const seen = { count: 0 };
      return {
        kind: 'records',
        records: first(products(download), seen),
        columns,
        empty: 'The feed holds no products.',
        notice: () =>
          seen.count > shownOnTerminal
            ? `${seen.count} products, of which these are the first ${shownOnTerminal}. All of them: resale feed fetch -o ndjson`
            : `${seen.count} products.`,
      };
    }
  }
};

const check = async (download: FeedDownload): Promise<Result> => {
  const [{ checkProducts }, { entryLines }, { parsedEntries }] = await Promise.all([
    import('../../feed/check.ts'),
    import('../../feed/elements.ts'),
    import('../../feed/products.ts'),
  ]);
  const found = await checkProducts(parsedEntries(entryLines(download.bytes)));
  return {
    kind: 'record',
    record: { ...found },
    columns: checkColumns,
    problem:
      found.differing > 0
        ? new Error(`${found.differing} of ${found.entries} products are not as documented`)
        : undefined,
  };
};

async function* products(download: FeedDownload): AsyncGenerator<Shown> {
  const [{ entryLines }, { parsedEntries }, { NotAFeed }] = await Promise.all([
    import('../../feed/elements.ts'),
    import('../../feed/products.ts'),
    import('../../feed/errors.ts'),
  ]);
  let count = 0;
  for await (const batch of parsedEntries(entryLines(download.bytes)))
    for (const entry of batch) {
      count += 1;
      if (typeof entry !== 'object' || entry === null)
        throw new NotAFeed('an entry is no object', { entry: count });
      yield entry as Shown;
    }
}

/** Passes the first products on, and counts all of them. */
async function* first(all: AsyncIterable<Shown>, seen: { count: number }): AsyncGenerator<Shown> {
  for await (const product of all) {
    seen.count += 1;
    if (seen.count <= shownOnTerminal) yield product;
  }
}
