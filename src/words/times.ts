import { counted } from './counted.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago an ISO date was: `5 minutes ago`. */
export const timeAgo = (at: string, now = Date.now()): string => {
  const passed = now - Date.parse(at);
  const [unit, length] =
    passed < hour
      ? (['minute', minute] as const)
      : passed < day
        ? (['hour', hour] as const)
        : (['day', day] as const);
  const count = Math.floor(passed / length);
  if (count < 1) return 'just now';
  return `${counted(count, unit)} ago`;
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-21T16:07:37.120Z` → `2026-11-21 17:07` in local time; empty if it is no date. */
export const localMinute = (at: unknown): string => {
  const date = new Date(String(at));
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day} ${[date.getHours(), date.getMinutes()].map(twoDigits).join(':')}`;
};

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** `22 November 2026 at 17:07 CET`, in local time. */
export const localMoment = (at: Date): string => moment.format(at);
