/** The bytes of a file that a request asks for, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What says whether the file is still the one that the asker has a part of. */
export interface Validators {
  etag: string;
  lastModified: string;
}

/**
 * The one range that a Range header asks for; undefined where the whole file is to be sent (no header, one that
 * is not understood, several ranges, or an If-Range that names another file); 'unsatisfiable' behind the end.
 */
export const askedRange = (
  range: string | undefined,
  ifRange: string | undefined,
  size: number,
  { etag, lastModified }: Validators,
): ByteRange | 'unsatisfiable' | undefined => {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
};
