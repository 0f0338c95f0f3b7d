import { Failure } from '../../failure/failure.ts';
import { diffFiles, emptyTally } from '../../feed/compare-feeds.ts';
import type { Look } from '../../feed/watch-feed.ts';
import { changesMachine, command, readsService } from '../../line/command.ts';
import { seconds, text } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import { leastLinkPauseMs } from '../../service/constants.ts';
import type { Piece } from '../../terminal/columns.ts';
import { localSecond } from '../../words/times.ts';
import { type ComparedValues, comparedFlags, comparedOf, comparedText } from './feed-flags.ts';
import { feedTranslation } from './newest-feed.ts';
import { changeRows, diffSummary, leftOut, watchColumns } from './shown-changes.ts';

export const watch = command({
  details:
    'Looks for a new feed once an hour, shortly after a quarter past, downloads it into the cache, and prints what changed since the previous one: a table at a terminal, NDJSON elsewhere, one change per line, also with -o json. A failed attempt is reported and repeated. Runs until it is stopped.',
  effect: readsService,
  // The effect of the other program is unknown.
  effectWith: { '--exec': { ...changesMachine, repeatable: false } },
  flags: {
    exec: text(
      'COMMAND',
      'Run this with `sh -c` for each new feed. RESALE_FEED_OLD and RESALE_FEED_NEW name the files; the changes arrive as NDJSON on stdin, and output goes to stderr. The command inherits the environment, keys included',
    ),
    interval: seconds('Look this often, instead of when a new feed is due', leastLinkPauseMs / 1000),
    ...comparedFlags,
  },
  examples: [
    { does: 'See what changes, hour by hour', line: 'resale feed watch' },
    {
      does: 'Prices that fell',
      line: "resale feed watch --jq 'select(.fields.price.after < .fields.price.before)'",
    },
    {
      does: 'Hand each new feed to a script',
      line: 'resale feed watch --exec \'./load-into-search.sh "$RESALE_FEED_NEW"\'',
    },
  ],
  answer: { shape: 'lines', fields: watchColumns('json'), fieldsIn: watchColumns },
  conflicts: ['--out'],
  async run(invocation, { flags }) {
    if (invocation.settings.dryRun)
      return previewed([(await invocation.client()).preview('getFeedLink', {})], invocation.settings);
    const { startLooking } = await import('./watch-loop.ts');
    const looks = await startLooking(invocation, flags.interval);
    return { kind: 'bytes', bytes: watchOutput(looks, invocation, flags) };
  },
});

/** The output of a watch: the changes of each new feed for stdout; everything else goes to stderr. */
async function* watchOutput(
  looks: AsyncGenerator<Look>,
  invocation: Invocation,
  flags: ComparedValues & { exec: string | undefined },
): AsyncGenerator<Piece> {
  const { watchText } = await import('./watch-loop.ts');
  const reading = { signal: invocation.io.interruption, translate: await feedTranslation(invocation) };
  const format = invocation.format();
  const { settings } = invocation;
  const textOf = watchText(format, invocation.io, settings.fields);
  invocation.note(`Watching for new feeds, compared by ${comparedText(flags)}. Ctrl-C stops it.`);
  for await (const look of looks) {
    if (look.kind === 'failed')
      invocation.warn(
        `Could not get the feed: ${(look.error as Error).message}. Next try at ${localSecond(new Date(look.nextLookAt))}.`,
      );
    else if (look.kind === 'new') {
      const [older, newer] = [look.older.path, look.newer.path];
      const fetchedAt = look.newer.fetchedAt.toISOString().replace(/\.\d+/, '');
      const time = localSecond(look.newer.fetchedAt);
      const tally = emptyTally();
      const changes = (counts = emptyTally()) => diffFiles(older, newer, comparedOf(flags), counts, reading);
      try {
        yield* textOf(fetchedAt, changeRows(changes(tally), format));
      } catch (error) {
        if (!isOfFeed(error)) throw error;
        invocation.warn(`The feed of ${time} can't be compared: ${error.message}.`);
        continue;
      }
      for (const sentence of leftOut(tally)) invocation.warn(sentence);
      invocation.note(`${time}  ${diffSummary(tally)}`);
      if (flags.exec === undefined) continue;
      const { runOnChange } = await import('./watch-loop.ts');
      const lines = watchText('ndjson', invocation.io)(fetchedAt, changeRows(changes(), 'ndjson'));
      await runOnChange(flags.exec, { older, newer, lines }, invocation);
    }
  }
}

/** Whether an error is about one of the two feeds. The next comparison may succeed. */
const isOfFeed = (error: unknown): error is Error =>
  error instanceof Failure && ['invalid-input', 'too-large'].includes(error.code);
