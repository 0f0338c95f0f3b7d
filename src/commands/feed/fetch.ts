import { badAnswer } from '../../failure/kinds.ts';
import type { Freshness } from '../../feed/freshness.ts';
import type { NewestFeed } from '../../feed/newest.ts';
import { parsedEntries } from '../../feed/products.ts';
import { parseJson } from '../../json/exact.ts';
import { a } from '../../json/schema.ts';
import { command, readsService } from '../../line/command.ts';
import { toggle } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import type { Column, Shown } from '../../terminal/columns.ts';
import { formats } from '../../terminal/formats.ts';
import { printed, type Result } from '../../terminal/results.ts';
import { type Advice, proposal } from '../../words/advice.ts';
import { counted } from '../../words/counted.ts';
import { lineAgain } from '../../words/resale-line.ts';
import { showDownload } from './download-progress.ts';
import { freshnessConflict, freshnessFlags, freshnessOf } from './feed-flags.ts';
import { feedOptions, feedTranslation, fetchFeed } from './newest-feed.ts';
import {
  allColumns,
  feedCheckColumns,
  furtherFields,
  productColumns,
  screenColumns,
} from './product-columns.ts';

const shownOnTerminal = 20;

const linkColumns: readonly Column[] = [
  { field: 'url', title: 'URL', whole: true },
  { field: 'version', title: 'VERSION', schema: a.integer, optional: true },
];

export const fetch = command({
  details:
    "Downloads the whole feed into the cache, checks it, and only then prints it: the bytes of the file with -o json, one product per line with -o ndjson, flat columns with -o csv, a list with -o yaml, and at a terminal the first products and their count. A file that is cut short, or is not a JSON array of objects, is an error, and nothing of it is printed. A broken download is continued, by this command or the next, if a strong ETag shows that the file is the same. The file's host never sees the credentials. With -o ndjson, --jq gets one product at a time; otherwise it gets the whole feed, which may be too large for it. JSON and NDJSON keep the host's own names; the other formats, --fields and --check use the tool's. Until the next feed is due, at a quarter past the hour, nothing is requested again; after that, the link is requested at most every two minutes.",
  effect: readsService,
  flags: {
    link: toggle('Print only the link, or with -o the whole answer; download nothing'),
    check: toggle('Check every product against the documented fields, and print the differences'),
    ...freshnessFlags,
  },
  examples: [
    { does: 'Count the products', line: 'resale feed fetch | jq length' },
    { does: 'The brands', line: 'resale feed fetch -o ndjson --jq .brand | sort | uniq -c' },
    { does: 'Into a file, whole or not at all', line: 'resale feed fetch --out feed.json' },
    { does: 'The cached feed, without the network', line: 'resale feed fetch --offline -o ndjson' },
  ],
  answer: {
    shape: 'records',
    fields: [...productColumns, ...furtherFields],
    record: async () => (await import('../../service/product.ts')).product,
    passesThrough: true,
  },
  answerWith: {
    link: { fields: linkColumns, passesThrough: true },
    check: { fields: feedCheckColumns, passesThrough: true },
  },
  conflicts: [freshnessConflict, '--link --check', '--link --offline'],
  async run(invocation, { flags }) {
    if (invocation.settings.dryRun)
      return previewed([(await invocation.client()).preview('getFeedLink', {})], invocation.settings);
    if (flags.link) return linkOf(invocation, freshnessOf(flags));
    const feed = await fetchFeed(invocation, freshnessOf(flags));
    return flags.check ? check(feed, invocation) : shown(feed, invocation);
  },
});

const linkOf = async (invocation: Invocation, freshness: Freshness): Promise<Result> => {
  const { askForLink } = await import('../../feed/newest.ts');
  const { observe, stop } = showDownload(invocation);
  const link = await feedOptions(invocation, freshness, observe).then(askForLink).finally(stop);
  const { format, fields } = invocation.settings;
  // Scripts take the link as it is: `curl "$(resale feed fetch --link)"`. Only a format that was asked for has all of it.
  if (format === undefined && fields === undefined) return printed(`${link.url}\n`);
  return { kind: 'record', record: link };
};

const shown = async (feed: NewestFeed, invocation: Invocation): Promise<Result> => {
  const { json, isDrawn } = formats[invocation.format()];
  const { fields, jq } = invocation.settings;
  const written = () => (jq === undefined ? counted(feed.products, 'product') : undefined);
  // As the host serves them, so that an expression here and a jq in a pipe see the same names.
  if (json === 'document' && fields === undefined)
    return { kind: 'bytes', bytes: feed.read(), file: feed.isKept ? feed.path : undefined, written };
  if (json && fields === undefined) {
    const { entryLines } = await import('../../feed/validate.ts');
    return { kind: 'bytes', bytes: entryLines(feed.read()), written };
  }
  if (!isDrawn || jq !== undefined)
    return {
      kind: 'records',
      isKeyless: true,
      columns: isDrawn ? screenColumns : allColumns,
      async records(show) {
        for await (const batch of products(feed, invocation)) await show(batch);
      },
      written: isDrawn ? undefined : written,
    };
  return {
    kind: 'records',
    isKeyless: true,
    async records(show) {
      const first: Shown[] = [];
      for await (const batch of products(feed, invocation)) {
        first.push(...batch.slice(0, shownOnTerminal - first.length));
        if (first.length === shownOnTerminal) break;
      }
      await show(first);
    },
    columns: screenColumns,
    empty: 'The feed holds no products.',
    notice: () =>
      formatCount(feed.products, lineAgain(invocation.line, { output: 'ndjson', refresh: undefined })),
  };
};

const formatCount = (count: number, again: string): Advice | undefined => {
  if (count > shownOnTerminal)
    return proposal(
      `${count} products, of which these are the first ${shownOnTerminal}. All of them:`,
      again,
    );
  return count > 0 ? `${count} ${count === 1 ? 'product' : 'products'}.` : undefined;
};

const check = async (feed: NewestFeed, invocation: Invocation): Promise<Result> => {
  const { checkProducts } = await import('../../feed/check-entries.ts');
  const { entryLines } = await import('../../feed/validate.ts');
  const entries = parsedEntries(entryLines(feed.read()), await feedTranslation(invocation));
  const found = await checkProducts(entries);
  return {
    kind: 'record',
    record: { ...found },
    sentence:
      found.entries > 0 && found.differing === 0 && Object.keys(found.unknownFields).length === 0
        ? `✓ ${counted(found.entries, 'product')}, all as documented`
        : undefined,
    problem:
      found.differing > 0
        ? badAnswer(
            `${found.differing} of ${found.entries} products are not as documented`,
            "Report it to the service's provider.",
          )
        : undefined,
  };
};

async function* products(feed: NewestFeed, invocation: Invocation): AsyncGenerator<Shown[]> {
  const { entryLines } = await import('../../feed/validate.ts');
  yield* parsedEntries(
    entryLines(feed.read()),
    await feedTranslation(invocation),
    parseJson,
  ) as AsyncGenerator<Shown[]>;
}
