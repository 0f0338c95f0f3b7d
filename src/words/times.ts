const twoDigits = (number: number): string => String(number).padStart(2, '0');

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** `today 17:07`, `21 November, 17:07` or `21 November 2025, 17:07` in local time; empty if `at` is no date. */
export const dayAndTime = (at: unknown, now: number): string => {
  const date = new Date(String(at));
  if (Number.isNaN(date.getTime())) return '';
  const today = new Date(now);
  const time = [date.getHours(), date.getMinutes()].map(twoDigits).join(':');
  if (date.toDateString() === today.toDateString()) return `today ${time}`;
  const year = date.getFullYear() === today.getFullYear() ? '' : ` ${date.getFullYear()}`;
  return `${date.getDate()} ${months[date.getMonth()]}${year}, ${time}`;
};

/** `17:07:37` in local time. */
export const localSecond = (at: Date): string =>
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');

/**
 * `22 November 2026 at 17:07 CET`, in local time. The formatter is made here and not with the module: making one takes as long
 * as a third of the start of Node.
 */
export const localMoment = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);

/** `75` → `1 min 15 s`. */
export const duration = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const hours = Math.floor(whole / 3600);
  return hours < 100 ? `${hours} h ${Math.floor((whole % 3600) / 60)} min` : 'days';
};
