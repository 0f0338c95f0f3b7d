const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a time was, in the words of a person: `5 minutes ago`. Takes an ISO date. */
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
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
};
