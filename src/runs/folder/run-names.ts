/** Whether the tool chose the name, from the start time: `20261121-120501-4f2a`. */
export const isOwnRunName = (id: string): boolean => /^\d{8}-\d{6}-[0-9a-f]{4}$/.test(id);

/** Whether a user may choose this name: harmless in a path, in a shell and as an argument, and not like the tool's own names. */
export const isRunName = (id: string): boolean =>
  /^[a-z0-9]([a-z0-9._-]{0,78}[a-z0-9])?$/i.test(id) && !isOwnRunName(id);

/** Whether a user has chosen the name of a run, or of the run that this is a part or the undo of. */
export const isNamedRun = (id: string): boolean => !isOwnRunName(id.split('/')[0] ?? '');

/** A run can be named by the end of its name, with at least this many characters. */
export const fewest = 4;

/** The shortest ending that only this run has, and what follows it (`4f2a/undo`); a name that a user chose is never shortened. */
export const shortRunName = (id: string, all: readonly string[]): string => {
  const [name = '', ...within] = id.split('/');
  const ends = isOwnRunName(name) ? [name.slice(-fewest), name.slice('YYYYMMDD-'.length)] : [];
  const short = ends.find((end) => !all.some((other) => other !== name && other.endsWith(end))) ?? name;
  return [short, ...within].join('/');
};
