import { type OnConflict, WouldClose } from '../../changes/change-errors.ts';
import { looksLikeBarCode } from '../../changes/inventory-operations.ts';
import { type InventorySnapshot, readInventory } from '../../changes/inventory-snapshot.ts';
import { type Done, hasStockWhereClosed, inventoryRecord, orAnEqualChange } from '../../changes/outcome.ts';
import { perform } from '../../changes/perform.ts';
import { isStep, type Planned, type Step } from '../../changes/step.ts';
import type { Client } from '../../http/client.ts';
import { defined } from '../../json/defined.ts';
import { a } from '../../json/schema.ts';
import { toggle } from '../../line/flags/value-kinds.ts';
import type { Invocation } from '../../line/invocation.ts';
import { isWatched } from '../../line/is-watched.ts';
import { whereOf } from '../../line/permission.ts';
import { previewed } from '../../line/preview.ts';
import type { Column } from '../../terminal/columns.ts';
import type { Result } from '../../terminal/results.ts';
import { proposal } from '../../words/advice.ts';
import { capitalized, counted, figure } from '../../words/counted.ts';

export const noClose = toggle('Refuse a change that would close the listing');

export const changeColumns: readonly Column[] = [
  { field: 'id', title: 'ID', whole: true },
  {
    field: 'availableInventory',
    title: 'INVENTORY',
    align: 'right',
    schema: a.orNull(a.integer),
  },
  { field: 'outcome', title: 'OUTCOME', role: 'outcome' },
  { field: 'before', title: 'BEFORE', align: 'right', schema: a.orNull(a.integer) },
  { field: 'after', title: 'AFTER', align: 'right', schema: a.orNull(a.integer) },
  { field: 'stateBefore', title: 'STATE BEFORE', role: 'state', optional: true },
];

interface ChangeOptions {
  onConflict: OnConflict;
  noClose: boolean;
}

/** On a terminal, a dry run shows the result of the change, for which it reads the listing. In a pipe it prints the request. */
export const foretells = (invocation: Invocation): boolean =>
  invocation.settings.dryRun && isWatched(invocation);

/** Asks about a number that was probably scanned in the wrong field. */
export const confirmBarCode = async (invocation: Invocation, typed: number): Promise<void> => {
  if (looksLikeBarCode(typed) && invocation.isInteractive() && !invocation.settings.dryRun)
    await invocation.confirm(`${figure(typed)} looks like a bar code.`);
};

/** Previews with --dry-run, asks before it closes the listing, and warns if it may be CLOSED. `known` is an earlier reading. */
export const changeInventory = async (
  invocation: Invocation,
  client: Client,
  planned: Planned,
  known: Partial<InventorySnapshot>,
  { onConflict, noClose }: ChangeOptions,
): Promise<Result> => {
  const { settings, settling } = invocation;
  if (noClose && isStep(planned) && planned.closes)
    throw new WouldClose(planned.id ?? '', planned.before ?? 0);
  if (settings.dryRun) {
    if (!isStep(planned) && 'error' in planned) throw planned.error;
    const requests = isStep(planned) ? [planned.preview(client)] : [];
    const sentence = previewSentence(planned, invocation);
    // A script's log should have it, too: the request does not say what it closes.
    if (!isWatched(invocation)) invocation.warn(sentence);
    return previewed(requests, settings, false, [sentence]);
  }
  const mayClose = await askBeforeClosing(invocation, planned, noClose);
  // The guard of a profile asks about this change, not about any.
  if (isStep(planned) && !planned.closes)
    await invocation.mayChange('one', previewSentence(planned, invocation).replace(/^Would/, 'This would'));
  const next = await afterQuestion(invocation, client, planned);
  const done = {
    wasClosed: known.isClosed,
    ...defined(await perform(next, { client, settling, onConflict, mayClose })),
  };
  if (hasStockWhereClosed(done) && !isWatched(invocation))
    invocation.warn(`${done.id}: the listing was closed when it was read.`);
  if (done.outcome === 'converged' && isStep(planned) && planned.isDelta)
    invocation.warn(capitalized(orAnEqualChange));
  return changeResult(done, invocation);
};

export const changeResult = (done: Done, invocation: Invocation): Result => {
  const name = listingName(done.id, invocation);
  const sentence = changeSentence(done, name);
  return {
    kind: 'record',
    record: inventoryRecord(done),
    columns: changeColumns,
    sentence: hasStockWhereClosed(done)
      ? proposal(
          `${sentence}. It was closed when it was read. To see whether it is open now:`,
          invocation.here('listings get', [name]),
        )
      : sentence,
  };
};

export const listingName = (id: string | undefined, { line }: Invocation): string =>
  line.names.get(`${id}`.toLowerCase()) ?? `${id}`;

/** `Would set RETURN-000004 from 4 to 7.` */
export const previewSentence = (planned: Planned, invocation: Invocation): string => {
  const about = isStep(planned) ? planned : 'done' in planned ? planned.done : undefined;
  const name = listingName(about?.id, invocation);
  if (!isStep(planned)) return `${name} ${isSoWords(about)}.`;
  const { before, after, intent, closes } = planned;
  if (after === null) return `Would change the inventory of ${name} by ${intent.delta}.`;
  const verb = planned.isDelta ? 'take' : 'set';
  return `Would ${verb} ${name} from ${before} to ${after}${closes ? ', which closes it' : ''}.`;
};

const isSoWords = ({ after, wasClosed }: Partial<Pick<Done, 'after' | 'wasClosed'>> = {}): string =>
  after === 0 && wasClosed !== false ? 'is closed already' : `is at ${after} already`;

/** `✓ RETURN-000002: 9 → 5` */
export const changeSentence = (done: Done, name: string): string => {
  const { outcome, before, after, state, answer, wasRefused, wasClosed } = done;
  if (outcome === 'unchanged') return `✓ ${name} ${isSoWords(done)}`;
  if (outcome === 'skipped') return `- ${name} is at ${after}, and was left alone`;
  // Who wrote this value is unknown.
  if (outcome === 'converged')
    return `✓ ${name} is at ${after}, as wanted, ${wasRefused ? 'though the service refused this change' : 'but no answer confirmed this change'}`;
  const closed = after === 0 && !wasClosed && (state ?? answer?.state) !== 'OPEN' ? ', closed' : '';
  return `✓ ${name}: ${before === undefined || before === null ? '' : `${figure(before)} → `}${figure(after ?? 0)}${closed}`;
};

/** The question may have been open for minutes, so an adjustment is planned again afterwards. */
const afterQuestion = async (
  { settings: { yes } }: Invocation,
  client: Client,
  planned: Planned,
): Promise<Planned> => {
  if (!isStep(planned) || !planned.isDelta || !planned.restart || !planned.closes || yes) return planned;
  return planned.restart(await readInventory(client, planned.id ?? ''));
};

export const closingQuestion = (closing: readonly Step[], where: string): string => {
  const [first] = closing;
  const which = closing.length === 1 && first ? `${first.id}` : counted(closing.length, 'listing');
  const items = closing.reduce((sum, { before }) => sum + (before ?? 0), 0);
  return `This closes ${which} with ${counted(items, 'item')} for sale at ${where}.`;
};

const askBeforeClosing = async (
  invocation: Invocation,
  planned: Planned,
  noClose: boolean,
): Promise<boolean> => {
  if (!isStep(planned) || !planned.closes) return invocation.settings.yes && !noClose;
  await invocation.confirmChange(closingQuestion([planned], await whereOf(invocation)));
  return true;
};
