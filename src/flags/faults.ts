import type { UsageFault } from '../cli/errors.ts';
import { type Flags, flagName } from './values.ts';

/** Faults of the service's fields → faults of the flags that fill those fields. */
export const inFlags = (faults: readonly { path: string; message: string }[], flags: Flags): UsageFault[] =>
  faults.map(({ path, message }) => ({
    name: flagFor(path, flags),
    message: `${message}${whichOne(path)}`,
    field: path,
  }));

/** Which one of a flag that is said several times: `images[1].url` is the second. */
const whichOne = (path: string): string => {
  const [, index] = /\[(\d+)\]/.exec(path) ?? [];
  return index === undefined || index === '0' ? '' : ` (number ${Number(index) + 1})`;
};

/** The flag that fills a field most closely: `manualProductOptions.title` is --title, its other texts are --option. */
const flagFor = (path: string, flags: Flags): string => {
  const [closest] = Object.entries(flags)
    .map(([name, flag]) => ({ name, field: 'field' in flag ? flag.field : undefined }))
    .filter(({ field }) => field !== undefined && isWithin(path, field))
    .sort((one, other) => (other.field?.length ?? 0) - (one.field?.length ?? 0));
  return closest ? flagName(closest.name) : path;
};

const isWithin = (path: string, field: string) =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
