import { resolve } from 'node:path';
import { notFound } from '../../failure/kinds.ts';
import { diffFiles, emptyTally, type ProductChange } from '../../feed/compare-feeds.ts';
import { command, readsMachine } from '../../line/command.ts';
import { file } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { htmlConflicts, htmlFlags, htmlReport } from '../../reports/html-report.ts';
import { proposal } from '../../words/advice.ts';
import { capitalized } from '../../words/counted.ts';
import { localMoment } from '../../words/times.ts';
import { showReading } from './download-progress.ts';
import { comparedFlags, comparedOf, comparedText } from './feed-flags.ts';
import { feedCache, feedTranslation } from './newest-feed.ts';
import { changedFields, changeRows, diffSummary, leftOut, productChangeColumns } from './shown-changes.ts';

export const diff = command({
  details:
    'Compares by productID. Prints additions and changes in the order of the newer feed, then removals. Without files it compares the two newest feeds in the cache; with one file, that file with the newest feed there. A file is a JSON array or NDJSON, plain or gzipped. In CSV each changed field has its own row. The exit code is 0 whether or not anything changed.',
  effect: readsMachine,
  arguments: {
    older: { ...file('OLD', 'The older feed file'), optional: true },
    newer: { ...file('NEW', 'The newer feed file'), optional: true },
  },
  flags: { ...comparedFlags, ...htmlFlags },
  examples: [
    { does: 'What changed between the two newest feeds in the cache', line: 'resale feed diff' },
    {
      does: 'What is gone',
      line: 'resale feed diff -o ndjson --jq \'select(.change == "removed").productID\'',
    },
    {
      does: 'Two files, as a spreadsheet',
      line: 'resale feed diff old.json new.json -o csv',
    },
    { does: 'As a page to look at', line: 'resale feed diff --html changes.html' },
  ],
  local: true,
  answer: { shape: 'records', fields: productChangeColumns('json'), fieldsIn: productChangeColumns },
  conflicts: htmlConflicts,
  async run(invocation, { arguments: { older, newer }, flags }) {
    const [before, after] = await bothFiles(invocation, older, newer);
    const tally = emptyTally();
    const translate = await feedTranslation(invocation);
    const format = invocation.format();
    const { onBytes, stop } = await showReading(
      invocation,
      [before.path, after.path],
      flags.html === undefined,
    );
    async function* changes(): AsyncGenerator<ProductChange> {
      const options = { signal: invocation.io.interruption, onBytes, translate };
      try {
        yield* diffFiles(before.path, after.path, comparedOf(flags), tally, options);
      } finally {
        stop();
      }
      for (const sentence of leftOut(tally)) invocation.warn(sentence);
    }
    if (flags.html !== undefined)
      return htmlReport(flags.html, invocation, { output: 'csv' }, async () => {
        const { feedDiffReport } = await import('../../reports/feed-diff-report.ts');
        return feedDiffReport({
          changes: changes(),
          tally,
          describe: changedFields,
          compared: comparedText(flags),
          older: before.source,
          newer: after.source,
          leftOut: () => leftOut(tally),
        });
      });
    return {
      kind: 'records',
      isKeyless: true,
      async records(show) {
        for await (const rows of changeRows(changes(), format)) await show(rows);
      },
      notice: () => capitalized(`${diffSummary(tally)}.`),
    };
  },
});

interface Compared {
  path: string;
  source: string;
}

/** The files to compare: those that were named, and the newest in the cache in place of the others. */
const bothFiles = async (
  invocation: Invocation,
  older: string | undefined,
  newer: string | undefined,
): Promise<[older: Compared, newer: Compared]> => {
  const [first, second] = [older, newer].map(
    (file) => file && { path: resolve(invocation.io.cwd, file), source: file },
  );
  if (first && second) return [first, second];
  const [newest, before] = ((await (await feedCache(invocation))?.all()) ?? []).map(
    ({ path, fetchedAt }) => ({ path, source: `fetched on ${localMoment(fetchedAt)}` }),
  );
  if (first && newest) return [first, newest];
  if (newest && before) return [before, newest];
  throw notFound(
    newest ? 'Only one feed is kept, and a comparison needs two' : 'No feed is kept',
    proposal(
      `To fetch ${newest ? 'another, once there is a new one' : 'one'}:`,
      invocation.here('feed fetch', [], { refresh: newest && true }),
    ),
  );
};
