import type { HostAnswer } from './host.ts';
import type { Rest } from './host-request.ts';

/** What is there of a file, as its host sent it. */
export interface PartFacts {
  /** How many bytes, from the first one on. */
  have: number;
  /** How many the whole file has, where the host said so. */
  total: number | undefined;
  etag: string | undefined;
  /** Its Content-Encoding, empty for none. */
  encoding: string;
}

/** What is to be asked for behind a part; undefined where only the whole file will do, for want of a strong ETag. */
export const restOf = ({ have, etag, encoding }: PartFacts): Rest | undefined =>
  have > 0 && etag?.startsWith('"') ? { from: have, etag, encoding } : undefined;

/**
 * What the answer to a request for the rest brings: the rest, the whole file, nothing since the part is complete, or
 * something that does not fit the part, so that only asking for the whole file is left.
 */
export const continuationOf = (
  part: PartFacts,
  answer: Pick<HostAnswer, 'status' | 'contentRange' | 'etag'>,
): 'rest' | 'whole' | 'complete' | 'misfit' => {
  if (answer.status === 200) return 'whole';
  const agreesOn = (total: number) => part.total === undefined || part.total === total;
  if (answer.status === 416) {
    const [, total = Number.NaN] = /^bytes \*\/(\d{1,15})$/i.exec(answer.contentRange ?? '') ?? [];
    return part.have === Number(total) && agreesOn(part.have) ? 'complete' : 'misfit';
  }
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(answer.contentRange ?? '');
  const [first, last, total] = range?.slice(1).map(Number) ?? [];
  const fits = total !== undefined && first === part.have && last === total - 1 && agreesOn(total);
  return fits && answer.etag === part.etag ? 'rest' : 'misfit';
};
