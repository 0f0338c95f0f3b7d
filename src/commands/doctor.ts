import type { Finding } from '../doctor/examine.ts';
import { a } from '../json/schema.ts';
import { command, readsService } from '../line/command.ts';
import { storeDomain, tellIfCorrected } from '../line/flags/service-kinds.ts';
import { previewed } from '../line/preview.ts';
import type { Column } from '../terminal/columns.ts';
import { formats } from '../terminal/formats.ts';
import { inOneText } from '../words/advice.ts';

const columns: readonly Column[] = [
  { field: 'check', title: 'CHECK' },
  { field: 'status', title: 'STATUS', schema: a.oneOf(['ok', 'warning', 'failed', 'skipped']) },
  { field: 'tried', title: 'TRIED', schema: a.orNull(a.text) },
  { field: 'found', title: 'FOUND' },
  { field: 'advice', title: 'WHAT TO DO', schema: a.orNull(a.text) },
  { field: 'set', title: 'SET', schema: a.orNull(a.mapOf(a.text)) },
];

export const doctor = command({
  details:
    'Checks this machine, the current profile, the connection to the service, whether the service matches its documentation in the dialect of the profile, and what earlier runs left. It only reads: three requests, one or two more where names differ, and the beginning of the feed. Each check says what it found and what to do; the check `dialect` has the line that sets the names it found. The exit code is that of the first failed check; warnings alone give 0.',
  effect: readsService,
  flags: {
    domain: storeDomain('Domain of a store to look up (default: the domain of the products in the feed)'),
  },
  examples: [
    { does: 'Check everything', line: 'resale doctor' },
    {
      does: 'Show only what needs attention',
      line: 'resale doctor --jq \'.[] | select(.status == "failed" or .status == "warning")\'',
    },
    { does: 'Another profile', line: 'resale doctor --profile sandbox' },
  ],
  answer: { shape: 'records', fields: columns },
  async run(invocation, { flags: { domain } }) {
    const { settings } = invocation;
    if (settings.dryRun) {
      const { preview } = await invocation.client();
      const lookup = { shopIdentifierType: 'COMMERCE_DOMAIN', shopIdentifier: domain ?? '' } as const;
      return previewed(
        [
          preview('listListings', { query: { pageSize: 1 } }),
          preview('getFeedLink', {}),
          ...(domain === undefined ? [] : [preview('getShops', { query: lookup })]),
        ],
        settings,
      );
    }
    tellIfCorrected(invocation, invocation.line.flags.domain, domain);
    const [{ examine, unhealthy }, { checksOf }, { findingCounts, findingLines }, { firstOfFeed }] =
      await Promise.all([
        import('../doctor/examine.ts'),
        import('../doctor/all-checks.ts'),
        import('../doctor/findings-screen.ts'),
        import('./feed/newest-feed.ts'),
      ]);
    const all: Finding[] = [];
    const counts = () => findingCounts(all.filter(({ after }) => !after));
    const problem = () => unhealthy(all, counts());
    const examined = async function* () {
      for await (const finding of examine(
        checksOf(invocation, domain, firstOfFeed(invocation)),
        invocation,
      )) {
        all.push(finding);
        yield finding;
      }
    };
    const { fields, jq } = settings;
    if (formats[invocation.format()].isDrawn && (fields ?? jq) === undefined)
      return {
        kind: 'bytes',
        async *bytes(drawing) {
          for await (const finding of examined()) if (!finding.after) yield findingLines(finding, drawing);
          if (!problem()) yield `${counts()}\n`;
        },
        problem,
      };
    return {
      kind: 'records',
      async records(show) {
        for await (const { check, status, tried, found, advice, set } of examined())
          await show([
            {
              check,
              status,
              tried: tried ?? null,
              found,
              advice: advice ? inOneText(advice) : null,
              set: set ?? null,
            },
          ]);
      },
      problem,
    };
  },
});
