import { appendFile, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifRefused } from '../files/file-error.ts';
import { feedLinkRequestsPerMinute, feedRefreshMinute } from '../service/constants.ts';
import { tooManyQuestions } from './feed-errors.ts';

/** Which cached feed may be used: one without a successor yet, one up to some age, none, or any. */
export type Freshness = 'hourly' | { maxAgeMs: number } | 'refresh' | 'offline';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
// A feed may be late, and clocks never agree exactly.
const marginMs = 2 * minuteMs;

/** When the successor of a feed is due: two minutes after the next quarter past the hour. */
export const dueAfter = (time: number): number => {
  const offset = feedRefreshMinute * minuteMs + marginMs;
  return (Math.floor((time - offset) / hourMs) + 1) * hourMs + offset;
};

/** Whether a feed of some time may be used now. A feed from the future may not: a clock was wrong. */
export const isFresh = (fetchedAt: Date, freshness: Freshness, now: number): boolean => {
  if (freshness === 'offline') return true;
  if (freshness === 'refresh') return false;
  const age = now - fetchedAt.getTime();
  if (age < -marginMs) return false;
  return freshness === 'hourly' ? now < dueAfter(fetchedAt.getTime()) : age <= freshness.maxAgeMs;
};

// Processes share a log of their requests for the link. If it can't be written, each counts for itself, and the service refuses
// requests beyond its limit.

/** The log: the time of each request, one per line. */
export const questionsName = 'asked';
/** An empty file, whose time is when the service last had no newer feed. */
const unchangedName = 'unchanged';

/** A late feed may appear at any time, and other processes request it as well. */
const unchangedMs = 2 * minuteMs;
const longestLog = 4096;

/**
 * Logs a request for the link, and returns how long it must wait for the service's limit per minute. Fails with
 * `tooManyQuestions` if that exceeds the longest acceptable wait.
 */
export const pauseBeforeQuestion = async (
  folder: string,
  now: number,
  maxWaitMs: number,
): Promise<number> => {
  const path = join(folder, questionsName);
  const log = await readFile(path, 'utf8').catch(ifRefused(''));
  const recent = log
    .split('\n')
    .map(Number)
    .filter((time) => time > now - minuteMs && time < now + minuteMs);
  const first = recent.sort((one, other) => one - other).at(-feedLinkRequestsPerMinute);
  const pause = first === undefined ? 0 : Math.max(0, first + minuteMs - now);
  if (pause > maxWaitMs) throw tooManyQuestions(pause);
  const lines = log.length > longestLog ? recent : [];
  const write = lines.length > 0 ? writeFile : appendFile;
  await write(path, [...lines, now + pause, ''].join('\n'), { mode: 0o600 }).catch(ifRefused(undefined));
  return pause;
};

/** Records that the service had no newer feed. */
export const noteUnchanged = async (folder: string, now: number): Promise<void> => {
  const path = join(folder, unchangedName);
  await writeFile(path, '', { mode: 0o600 })
    .then(() => utimes(path, now / 1000, now / 1000))
    .catch(ifRefused(undefined));
};

/** Whether that was so recently that another request would be useless. */
export const wasUnchanged = async (folder: string, now: number): Promise<boolean> => {
  const noted = await stat(join(folder, unchangedName)).catch(ifRefused(undefined));
  const age = now - (noted?.mtimeMs ?? Number.NEGATIVE_INFINITY);
  return age >= 0 && age < unchangedMs;
};

/** Allows the next request immediately. */
export const forgetUnchanged = (folder: string): Promise<void> =>
  rm(join(folder, unchangedName), { force: true });
