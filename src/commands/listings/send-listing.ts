import { formatFittingListing } from '../../changes/listing-name.ts';
import { perform } from '../../changes/perform.ts';
import { saysNotFound } from '../../http/call-error.ts';
import type { Invocation } from '../../line/invocation.ts';
import { previewed } from '../../line/preview.ts';
import { Advised } from '../../line/usage-error.ts';
import type { ListingCreation } from '../../service/listing-schemas.ts';
import { onLabel } from '../../service/prices.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { asWords } from '../../words/counted.ts';
import { type CreationPayload, currencyOf } from './creation.ts';

/** At a terminal, asks before an item is listed again: an open listing has its external identifier. */
export const askIfListed = async (
  invocation: Invocation,
  { externalIdentifier: value }: CreationPayload,
): Promise<void> => {
  const { dryRun, yes } = invocation.settings;
  if (typeof value !== 'string' || value === '' || dryRun || yes || !invocation.isInteractive()) return;
  const { findByNames } = await import('../../names/find-listings.ts');
  const found = await findByNames(await invocation.client(), [{ by: 'externalIdentifier', value }]);
  const open = found.candidates(1).filter(({ state }) => state === 'OPEN');
  if (open.length === 0) return;
  const what = `${value} is on sale already: ${open.map(formatFittingListing).join('; ')}.`;
  await invocation.confirm(what, `${what} List it once more?`);
};

/** Creates a listing with one request, or with --dry-run shows the request. */
export const sendListing = async (
  invocation: Invocation,
  payload: CreationPayload,
  noCheck: boolean,
): Promise<Result> => {
  const { io, settings, settling } = invocation;
  const client = await invocation.connect({ signal: io.interruption, anyConstants: noCheck });
  const { CreateListing } = await import('../../changes/create-listing.ts');
  const currency = await currencyOf(invocation);
  const step = new CreateListing(payload as ListingCreation);
  const what = formatNewListing(step.payload, currency);
  if (settings.dryRun) return previewed([step.preview(client)], settings, false, [`Would list ${what}.`]);
  const done = await perform(step, { client, settling }).catch((error: unknown) => {
    const { shopId } = step.payload;
    if (!saysNotFound(error) || !shopId.includes('.')) throw error;
    const advice = `${shopId} looks like the domain of a store. To see the identifier of its shop:`;
    throw new Advised(error, proposal(advice, invocation.here('shops lookup', [shopId])));
  });
  const { externalIdentifier, sku } = step.created;
  if (done.id !== undefined && externalIdentifier !== undefined) {
    const { createdNotes } = await import('../../runs/command/created-notes.ts');
    const notes = createdNotes(invocation);
    notes.note({ id: done.id, externalIdentifier, sku });
    await notes.written();
  }
  return {
    kind: 'record',
    record: done.answer ?? {},
    sentence: `✓ Listed ${what} (${done.id?.slice(0, 8)})\n  ${done.url ?? done.id}`,
  };
};

/** `Wool coat, excellent, 129.00 EUR` */
const formatNewListing = (
  { manualProductOptions, productIdentifier, condition, originalPrice }: ListingCreation,
  currency: string | undefined,
): string =>
  [
    manualProductOptions?.title ?? productIdentifier,
    asWords(condition),
    ...(originalPrice === undefined ? [] : [onLabel(originalPrice, currency)]),
  ].join(', ');
