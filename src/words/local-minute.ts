const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `2026-11-21T16:07:37.120Z` → `2026-11-21 17:07`, as the clock on the wall says it; nothing where there is no time. */
export const localMinute = (at: unknown): string => {
  const date = new Date(String(at));
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day} ${[date.getHours(), date.getMinutes()].map(twoDigits).join(':')}`;
};
