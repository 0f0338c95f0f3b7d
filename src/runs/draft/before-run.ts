import { looksLikeBarCode } from '../../changes/inventory-operations.ts';
import type { Operation } from '../../changes/operation.ts';
import { type Effect, effects } from '../../changes/step.ts';
import { whereOf } from '../../line/permission.ts';
import { stateDirectory } from '../../profiles/directories.ts';
import { rangeOnLabel } from '../../service/prices.ts';
import { asWords, capitalized, counted, figure, firstOf, listed, numbered } from '../../words/counted.ts';
import { dayAndTime } from '../../words/times.ts';
import { agreedUndoOf, shortName } from '../folder/directory.ts';
import type { PlanOptions } from '../plan/plan-lines.ts';
import type { PlanTotals } from '../plan/plan-totals.ts';
import { hasChanged } from '../recorded-run.ts';
import type { Drafted } from '../request/run-request.ts';
import { appliesTwice, twinsOf } from '../twin-runs.ts';

/** Effects that need no request. Conflicts and faults are listed with their reasons. */
const quietEffects: Readonly<Record<string, string>> = { unchanged: 'unchanged', skip: 'listed already' };

const effectsOf = ({ effects: counts }: PlanTotals) =>
  (Object.keys(effects) as Effect[]).flatMap((effect) => {
    const count = counts[effect] ?? 0;
    return count === 0 ? [] : [{ effect, count, what: effects[effect](count) }];
  });

/** `120 rows of stock.csv`, and a line for each kind of change with its count, names of closings and reasons of faults. */
export const planWords = ({
  invocation: { line },
  operation,
  sheet,
  undone,
  draft: { plan, totals },
}: Drafted): string => {
  const { options } = plan.head;
  const { rows, effects: counts, closingNames, closings, faults } = totals;
  const steps = effectsOf(totals).map(({ effect, count }, at) => {
    const about =
      at === 0
        ? gradeWords(totals) +
          groupWords(totals, operation) +
          priceWords(totals, options) +
          caveatOf(totals, operation)
        : '';
    const names = effect === 'close' ? `: ${firstOf(closingNames, closingNames.length, closings)}` : '';
    return { count, what: `to ${effect}${about}${names}` };
  });
  const others = Object.entries(quietEffects).flatMap(([effect, what]) =>
    counts[effect] ? [{ count: counts[effect], what }] : [],
  );
  const { from } = line.flags;
  if (rows === 0 && undone === undefined) return `${from} has no rows.`;
  const source =
    typeof from === 'string' && from !== '-' ? ` of ${from}` : undone === undefined ? '' : ' to undo';
  const ofSheet = sheet === undefined ? '' : ` (the sheet "${sheet}")`;
  return [
    `${counted(rows, 'row')}${source}${ofSheet}${spanningWords(totals)}`,
    ...numbered([...steps, ...others, ...faultLines(totals)]).map((one) => `  ${one}`),
    ...(hasSeveral(totals) ? faults.places().map((one) => `     ${one}`) : []),
  ].join('\n');
};

/** Whether a row has several faults: then the counts of the faults are not those of the rows. */
const hasSeveral = ({ faults, effects: { fault = 0, conflict = 0 } }: PlanTotals): boolean =>
  faults.words().reduce((sum, { count }) => sum + count, 0) > fault + conflict;

const faultLines = (totals: PlanTotals): { count: number; what: string }[] => {
  const { fault = 0, conflict = 0 } = totals.effects;
  return hasSeveral(totals)
    ? [
        {
          count: fault + conflict,
          what: conflict > 0 ? "can't be used, or are in conflict:" : "can't be used:",
        },
      ]
    : totals.faults.words();
};

/** ` as good`, ` as good (20) and excellent (4)` */
const gradeWords = ({ grades }: PlanTotals): string => {
  const all = Object.entries(grades);
  const words = all.map(([grade, count]) => asWords(grade) + (all.length === 1 ? '' : ` (${figure(count)})`));
  return words.length === 0 ? '' : ` as ${listed(words)}`;
};

/** ` (12 take up several lines, the longest lines 11 to 19001)`: a quotation mark that was not meant hides rows. */
const spanningWords = ({ spanning: { count, longest } }: PlanTotals): string => {
  const [first, last] = longest;
  if (count < 2) return count === 0 ? '' : ` (1 takes up lines ${first} to ${last})`;
  return ` (${figure(count)} take up several lines, the longest lines ${first} to ${last})`;
};

/** ` in 200 shipments, the largest of 15` */
const groupWords = ({ groups: { count, largest } }: PlanTotals, { groups }: Operation): string =>
  groups === undefined || count === 0
    ? ''
    : ` in ${counted(count, groups.called)}${count === 1 ? '' : `, the largest of ${largest}`}`;

/** `, at 1.29 to 129.00 EUR` */
const priceWords = (
  { prices, effects: { create: creations } }: PlanTotals,
  { currency }: PlanOptions,
): string =>
  prices === undefined
    ? ''
    : `, ${prices.count === creations ? '' : `${figure(prices.count)} of them `}at ${rangeOnLabel(prices, currency)}`;

/** Warns that an inventory was probably scanned, that rows of an undo have changed since, that a restock does not reopen a listing, and that a lost creation without an external identifier can't be found. */
const caveatOf = (
  { inClosedListings, largest, unnamed, moved }: PlanTotals,
  { isDelta }: Operation,
): string => {
  const stock =
    inClosedListings === 1 ? 'leaves stock in a closed listing' : 'leave stock in closed listings';
  const caveats = [
    looksLikeBarCode(largest) &&
      `one ${isDelta ? 'by' : 'to'} ${figure(largest)}, which looks like a bar code`,
    moved > 0 && `${figure(moved)} changed since, and probably left alone`,
    inClosedListings > 0 && `${figure(inClosedListings)} ${stock}`,
    unnamed > 0 &&
      `${unnamed} without an external identifier: ${unnamed === 1 ? 'it stays' : 'these stay'} in doubt if the answer is lost`,
  ].filter((words) => words !== false);
  return caveats.length === 0 ? '' : ` (${caveats.join('; ')})`;
};

/** Says which values come from neither the line nor the column of their name. */
export const filledWords = ({ invocation: { line }, draft }: Drafted): string | undefined => {
  const { shopId, quantity, unpinned } = draft.totals.filled;
  if (quantity + unpinned > 0) {
    const used = `${counted(quantity + unpinned, 'row has', 'rows have')} no quantity: availableInventory is used`;
    return unpinned === 0
      ? `${used}.`
      : `${used}, and replaces what was sold since the list was written. With listings list --before, such rows would be refused.`;
  }
  if (shopId === 0 || line.flags.shopId !== undefined) return undefined;
  return `Filled in for ${counted(shopId, 'row')}: shop ${draft.plan.head.options.defaults?.shopId}`;
};

export const onlyOpenWords = ({ onlyOpen }: PlanTotals): string | undefined =>
  onlyOpen === 0
    ? undefined
    : `${counted(onlyOpen, 'row means', 'rows mean')} the only open one of several listings with its name.`;

/** Says that a run of the same rows has ended, where they would be applied a second time. A plan that was sent is refused later. */
export const sentBeforeWords = async (drafted: Drafted): Promise<string | undefined> => {
  const { draft, invocation, undone } = drafted;
  const { head } = draft.plan;
  if (undone !== undefined || head.input.madeOf !== undefined || !appliesTwice(drafted)) return undefined;
  const { env, clock } = invocation.io;
  for await (const { directory, recorded } of twinsOf(head, stateDirectory(env)))
    if (recorded.hasEnded && hasChanged(recorded) && !agreedUndoOf(directory))
      return `The same rows were sent by the run ${shortName(stateDirectory(env), directory.id)} (${dayAndTime(recorded.plan.head.createdAt, clock.now())}): sending them again applies them again.`;
  return undefined;
};

/** Asks whether a plan is to be sent: at a terminal always, in a script if an effect needs it. */
export const askBeforeRun = async (drafted: Drafted, isInteractive: boolean): Promise<void> => {
  const { invocation, operation, undone, draft } = drafted;
  const { totals } = draft;
  // The log of a script should have that.
  const say = caveatOf(totals, operation) === '' ? invocation.note : invocation.warn;
  const words = planWords(drafted);
  const isRead = invocation.io.stderr.isTTY === true;
  // The question repeats a plan of one line; without a question, the end of the run does.
  const isPlain = words.split('\n').length === 2 && caveatOf(totals, operation) === '';
  const { yes, quiet } = invocation.settings;
  const isShown = isRead && !quiet && !yes && totals.changes > 0 && (undone === undefined || !isPlain);
  if (isShown) {
    const { shortPlanTable } = await import('./short-plan.ts');
    invocation.io.stderr.write(await shortPlanTable(drafted));
  }
  if (!isRead || isShown) say(words);
  if (undone === undefined) await askAboutEffects(drafted, isInteractive);
  else if (totals.changes > 0) await askAboutUndo(drafted, undone);
};

const askAboutUndo = async (
  drafted: Drafted,
  { run, createdAt }: NonNullable<Drafted['undone']>,
): Promise<void> => {
  const { invocation, draft } = drafted;
  const { changes, closings } = draft.totals;
  const began = dayAndTime(createdAt, invocation.io.clock.now());
  const what = `${counted(changes, 'change')} of run ${run} (${began}) at ${await whereOf(invocation)}`;
  const closes = closings === 0 ? '' : `, which closes ${counted(closings, 'listing')}`;
  await invocation.confirmChange(`This undoes ${what}${closes}.`, 'many', `Undo ${what}${closes}?`);
};

const askAboutEffects = async (drafted: Drafted, isInteractive: boolean): Promise<void> => {
  const { invocation, operation, draft } = drafted;
  const { plan, totals } = draft;
  const planned = effectsOf(totals);
  if (planned.length === 0) return;
  const isLarge = totals.groups.largest > (operation.groups?.mostUnasked ?? Number.POSITIVE_INFINITY);
  const [first = '', ...others] = planned.map(({ effect, what }) => `${effect}s ${what}`);
  const does = [
    `${first}${gradeWords(totals)}${groupWords(totals, operation)}${priceWords(totals, plan.head.options)}${caveatOf(totals, operation)}`,
    ...others,
  ].join(' and ');
  const where = await whereOf(invocation);
  const question = planned.map(({ effect, what }) => `${effect} ${what}`).join(' and ') + gradeWords(totals);
  // Scripts may do what can be put right later.
  if (!isInteractive && !isLarge && planned.every(({ effect }) => effect !== 'close'))
    return invocation.mayChange('many');
  await invocation.confirmChange(
    `This ${does} at ${where}.`,
    'many',
    // A person has read the plan, unless --quiet left it out.
    invocation.settings.quiet ? undefined : `${capitalized(question)} at ${where}?`,
  );
};
