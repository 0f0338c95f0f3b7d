/** How many levels of objects and arrays are printed: whatever prints them calls itself for each. */
export const mostLevels = 100;

/** Whether objects and arrays nest deeper in a value than so many levels. */
export const nestsTooDeep = (value: unknown, levels = mostLevels): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => nestsTooDeep(part, levels - 1)));
