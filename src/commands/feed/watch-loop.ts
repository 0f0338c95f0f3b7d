import { Readable } from 'node:stream';
import { usage } from '../../failure/kinds.ts';
import { newestFeed } from '../../feed/newest.ts';
import { type Look, watchFeed } from '../../feed/watch-feed.ts';
import { reachByName } from '../../http/connection/reach.ts';
import type { Invocation } from '../../line/invocation.ts';
import { recordsText } from '../../terminal/answer-text.ts';
import type { Piece, Shown } from '../../terminal/columns.ts';
import { drawingOn } from '../../terminal/drawing.ts';
import { type Format, formats } from '../../terminal/formats.ts';
import type { Io } from '../../terminal/io.ts';
import { showDownload } from './download-progress.ts';
import { feedCache, feedOptions } from './newest-feed.ts';
import { productChangeColumns, watchColumns } from './shown-changes.ts';

/** Looks for new feeds of the profile's service, and keeps them in its cache. */
export const startLooking = async (
  invocation: Invocation,
  interval: number | undefined,
): Promise<AsyncGenerator<Look>> => {
  const { clock, interruption: signal } = invocation.io;
  const cache = await feedCache(invocation);
  if (!cache) throw usage('A watch keeps feeds, and there is no home directory: set RESALE_CACHE_DIR');
  const { baseUrl } = await invocation.profile();
  const linkRetry = interval === undefined ? undefined : { maxRetries: 0 };
  const isLocal = reachByName(new URL(baseUrl).hostname) === 'machine';
  return watchFeed({
    kept: await cache.all(),
    newestKept: isLocal ? () => cache.newest() : undefined,
    intervalMs: interval === undefined ? undefined : interval * 1000,
    fetch: async (freshness) => {
      const { observe, stop } = showDownload(invocation);
      try {
        cache.prepare();
        await newestFeed({ ...(await feedOptions(invocation, freshness, observe, linkRetry)), cache });
        return await cache.all();
      } finally {
        stop();
      }
    },
    now: clock.now,
    wait: (milliseconds) => clock.sleep(milliseconds, signal),
    signal,
  });
};

/**
 * Formats the changes of each feed: on a screen as a table per feed, elsewhere as one endless list, which is NDJSON even if
 * JSON was requested, since an endless array is not valid JSON. With `fields`, only these are shown.
 */
export const watchText = (
  format: Format,
  io: Pick<Io, 'stdout' | 'stderr' | 'env' | 'terminal'>,
  fields?: readonly string[],
) => {
  const isTable = formats[format].isDrawn;
  const text = () =>
    recordsText(isTable && !fields ? productChangeColumns(format) : watchColumns(format), {
      format: formats[format].json ? 'ndjson' : format,
      chosen: fields && { fields, documented: undefined },
      drawing: async () => drawingOn(io.stdout, io, 0),
    });
  const whole = isTable ? undefined : text();
  return async function* textOf(fetchedAt: string, changes: AsyncIterable<Shown[]>): AsyncGenerator<Piece> {
    const block = await (whole ?? text());
    for await (const batch of changes)
      yield await block.batch(batch.map((change) => ({ fetchedAt, ...change })));
    if (isTable) yield '\n';
  };
};

/**
 * Runs a command line through the shell for a new feed. The paths of both files are in its environment, the changes come as
 * NDJSON on its stdin, and what it prints goes to our stderr. If it fails, that is reported, and the watch continues.
 */
export const runOnChange = async (
  line: string,
  { older, newer, lines }: { older: string; newer: string; lines: AsyncIterable<Piece> },
  { io, warn }: Invocation,
): Promise<void> => {
  const { execa } = await import('execa');
  const child = execa(line, {
    shell: true,
    cwd: io.cwd,
    env: { ...io.env, RESALE_FEED_OLD: older, RESALE_FEED_NEW: newer },
    extendEnv: false,
    input: Readable.from(lines),
    all: true,
    buffer: false,
    reject: false,
    cancelSignal: io.interruption,
  });
  child.all.pipe(io.stderr, { end: false });
  const { exitCode, signal, originalMessage } = await child;
  io.interruption.throwIfAborted();
  if (exitCode === 0) return;
  const how = exitCode === undefined ? (signal ?? originalMessage) : `exit code ${exitCode}`;
  warn(`The command for the new feed ended with ${how}.`);
};
