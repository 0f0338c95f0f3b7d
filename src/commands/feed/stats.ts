import { resolve } from 'node:path';
import { feedStats } from '../../feed/count-products.ts';
import { feedFileEntries } from '../../feed/named-feed.ts';
import type { NewestFeed } from '../../feed/newest.ts';
import { parsedEntries } from '../../feed/products.ts';
import { a } from '../../json/schema.ts';
import { command, readsService } from '../../line/command.ts';
import { file, wholeNumber } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import { htmlConflicts, htmlFlags, htmlReport } from '../../reports/html-report.ts';
import type { Column, Field } from '../../terminal/columns.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import { batches, printed } from '../../terminal/results.ts';
import { screenWidth } from '../../terminal/screen.ts';
import { dayAndTime, localMoment } from '../../words/times.ts';
import { showReading } from './download-progress.ts';
import { freshnessConflict, freshnessFlags, freshnessOf } from './feed-flags.ts';
import { feedTranslation, fetchFeed } from './newest-feed.ts';
import { statRows, statsScreen, statTitles } from './stats-screen.ts';

/** Of a field, at a terminal. */
const mostNamed = 8;

const statColumns: readonly Column[] = [
  { field: 'statistic', title: 'statistic' },
  { field: 'value', title: 'value', optional: true },
  { field: 'currency', title: 'currency', optional: true },
  { field: 'number', title: 'number', schema: a.number },
];

const valueCounts = a.object(
  {
    distinct: a.count,
    top: a.listOf(a.object({ value: a.text, count: a.count })),
    others: a.count,
    uncounted: a.count,
    missing: a.count,
  },
  'uncounted',
);
const quantiles = ['min', 'q1', 'median', 'q3', 'p90', 'p99', 'max', 'mean'];
const priceSpread = a.object(
  {
    currency: a.text,
    count: a.count,
    ...Object.fromEntries(quantiles.map((name) => [name, a.number])),
    histogram: a.listOf(a.object({ from: a.number, to: a.number, count: a.count })),
  },
  'currency',
);

const statFields: readonly Field[] = [
  ...['products', 'inStock', 'available', 'withoutPrice'].map((field) => ({ field, schema: a.count })),
  { field: 'counts', schema: a.mapOf(valueCounts) },
  { field: 'prices', schema: a.listOf(priceSpread) },
];

export const stats = command({
  details:
    'Counts the products by condition, brand, category, size, availability and gender, and shows how their prices are distributed; the quantiles are exact. At a terminal it shows prices, conditions and brands; the page of --html has the rest, too, and a histogram of prices. With -o json the result is one record with every value, with -o csv and -o ndjson one number per row. Without a file it uses the newest feed, which is downloaded if it is not in the cache. A product with several categories or genders counts for each. Of a field with more than 100,000 different values, the later ones are counted together.',
  effect: readsService,
  arguments: {
    file: {
      ...file('FILE', 'A feed file: a JSON array or NDJSON, plain or gzipped'),
      optional: true,
    },
  },
  flags: {
    top: wholeNumber('N', `How many values of a field to name (at a terminal ${mostNamed}, otherwise all)`, {
      min: 1,
    }),
    ...freshnessFlags,
    ...htmlFlags,
  },
  examples: [
    { does: 'The newest feed at a glance', line: 'resale feed stats' },
    {
      does: 'The five most frequent brands',
      line: "resale feed stats --top 5 --jq '.counts.brand.top'",
    },
    { does: 'A file, for a spreadsheet', line: 'resale feed stats feed.json -o csv' },
    { does: 'The newest feed as a page to look at', line: 'resale feed stats --html feed.html' },
  ],
  answer: { fields: statFields, fieldsIn: (format) => (isByRow(format) ? statColumns : statFields) },
  conflicts: [freshnessConflict, 'FILE --max-age', 'FILE --refresh', 'FILE --offline', ...htmlConflicts],
  async run(invocation, { arguments: { file }, flags }) {
    const { io, settings } = invocation;
    if (file === undefined && settings.dryRun)
      return previewed([(await invocation.client()).preview('getFeedLink', {})], settings);
    const format = invocation.format();
    const top = flags.top ?? (formats[format].isDrawn ? mostNamed : Number.POSITIVE_INFINITY);
    const newest = file === undefined ? await fetchFeed(invocation, freshnessOf(flags)) : undefined;
    const entries = newest
      ? await newestEntries(invocation, newest)
      : fileEntries(invocation, resolve(io.cwd, `${file}`));
    if (flags.html !== undefined)
      return htmlReport(flags.html, invocation, { output: 'csv' }, async () => {
        const { feedStatsReport } = await import('../../reports/feed-stats-report.ts');
        const found = await feedStats(entries, Number.POSITIVE_INFINITY);
        return feedStatsReport(found, statTitles, newest ? await sourceOf(invocation, newest) : `${file}`);
      });
    const found = await feedStats(entries, top);
    if (isByRow(format))
      return {
        kind: 'records',
        async records(show) {
          for await (const rows of batches(statRows(found))) await show(rows);
        },
      };
    if (!formats[format].isDrawn || settings.fields !== undefined)
      return { kind: 'record', record: { ...found } };
    const width = screenWidth(settings.out === undefined ? io.stdout : {}, io);
    const fetched = newest && dayAndTime(newest.fetchedAt, io.clock.now());
    return printed(await statsScreen(found, width, fetched));
  },
});

/** In these formats, one record would be a single line, which is useless as a table. */
const isByRow = (format: Format): boolean => formats[format].isFlat || formats[format].json === 'lines';

/** Where the newest feed is from, and when. */
const sourceOf = async (invocation: Invocation, { fetchedAt }: NewestFeed): Promise<string> =>
  `${new URL((await invocation.profile()).baseUrl).origin}, ${localMoment(fetchedAt)}`;

async function* fileEntries(invocation: Invocation, path: string): AsyncGenerator<object[]> {
  const translate = await feedTranslation(invocation);
  const { onBytes, stop } = await showReading(invocation, [path], false);
  try {
    yield* feedFileEntries(path, {
      signal: invocation.io.interruption,
      onBytes,
      translate,
    });
  } finally {
    stop();
  }
}

const newestEntries = async (invocation: Invocation, feed: NewestFeed): Promise<AsyncIterable<object[]>> => {
  const { entryLines } = await import('../../feed/validate.ts');
  return parsedEntries(entryLines(feed.read()), await feedTranslation(invocation));
};
