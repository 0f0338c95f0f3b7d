import type { CachedFeed } from './cache.ts';

/** What is written down of a kept feed, beside its file. */
export const factsText = ({ path: _, ...facts }: CachedFeed): string =>
  `${JSON.stringify({ format: 1, ...facts })}\n`;

/** What was written down → the feed; undefined where it isn't what this tool writes. */
export const readFacts = (text: string, path: string): CachedFeed | undefined => {
  const { format, fetchedAt, clockAheadMs, length, entries, contentHash, etag, linkHash } = parsed(text);
  const time = new Date(String(fetchedAt));
  const numbers = [clockAheadMs, length, entries].every(Number.isFinite);
  const texts = [contentHash, linkHash].every((value) => typeof value === 'string');
  if (format !== 1 || Number.isNaN(time.getTime()) || !numbers || !texts) return undefined;
  return {
    path,
    fetchedAt: time,
    clockAheadMs: clockAheadMs as number,
    length: length as number,
    entries: entries as number,
    contentHash: contentHash as string,
    etag: typeof etag === 'string' ? etag : undefined,
    linkHash: linkHash as string,
  };
};

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // What can't be read is as if it were not there: the feed is then downloaded again.
    return {};
  }
};
