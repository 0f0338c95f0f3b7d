import type { PartFacts } from '../cache/part-file.ts';
import { ContentHash } from '../content-hash.ts';
import { FeedChanged } from '../errors.ts';
import type { HostAnswer } from './host.ts';
import type { Rest } from './host-request.ts';

/** What to request to complete a part; undefined if the whole file is needed, since there is no strong ETag. */
export const restOf = ({ have, etag, encoding }: PartFacts): Rest | undefined =>
  have > 0 && etag?.startsWith('"') ? { from: have, etag, encoding } : undefined;

/**
 * What an answer to a request for the rest contains: the rest, the whole file, nothing since the part is complete, or
 * something that does not fit the part, so that the whole file must be requested.
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

/**
 * Leaves out the beginning of a file that was passed on before, whose length and hash are known. Fails with
 * `FeedChanged` if the file begins differently.
 */
export async function* withoutPassedOn(
  bytes: AsyncIterable<Buffer>,
  passedOn: { length: number; contentHash: string },
): AsyncGenerator<Buffer> {
  const hash = new ContentHash();
  let left = passedOn.length;
  for await (const chunk of bytes) {
    const repeated = chunk.subarray(0, left);
    if (left > 0) {
      hash.update(repeated);
      left -= repeated.length;
      if (left === 0 && hash.value() !== passedOn.contentHash) throw new FeedChanged(passedOn.length);
    }
    if (chunk.length > repeated.length) yield chunk.subarray(repeated.length);
  }
  if (left > 0) throw new FeedChanged(passedOn.length);
}
