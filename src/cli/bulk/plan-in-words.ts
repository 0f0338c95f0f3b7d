import type { Operation } from '../../changes/operation.ts';
import { isStep, type Step } from '../../changes/step.ts';
import type { Client } from '../../client/client.ts';
import { readListing } from '../../client/listings.ts';
import { defined } from '../../json/defined.ts';
import type { Plan } from '../../runs/plan/make-plan.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { dayAndTime } from '../../words/times.ts';
import type { Run } from './run.ts';

/** The number of changes that are always named, and of further ones that close a listing. */
const mostNamed = 10;

/** In characters. */
const longestText = 60;

type Change = Pick<Step, 'id' | 'before' | 'after' | 'closes' | 'facts'>;

/** The plan for a person who sees only a question: the first changes, the largest, and those that close a listing. */
export const planInWords = async (
  { operation, undoes, undone, invocation }: Run,
  plan: Plan,
  reader: Client,
): Promise<string[]> => {
  const { count, named, increase, decrease } = await chosenOf(changesOf(plan, operation));
  const lines = named.map(async (change) => {
    const marks = [
      ...(change.closes ? ['closes'] : []),
      ...(count > mostNamed && change === increase ? ['the largest increase'] : []),
      ...(count > mostNamed && change === decrease ? ['the largest decrease'] : []),
    ];
    return `- ${[await changeInWords(change, reader), ...marks].join(', ')}`;
  });
  const left = count - named.length;
  return [
    undone
      ? `Undo of ${undoes} (${undone.operation}, ${dayAndTime(undone.createdAt, invocation.io.clock.now())}):`
      : `Plan ${invocation.io.host?.plan} (${operation.name}):`,
    ...(await Promise.all(lines)),
    ...(left > 0 ? [`and ${left} more.`] : []),
  ];
};

/** Several rows on one listing are one change: otherwise many small ones would hide a large one. */
async function* changesOf(plan: Plan, { mayRepeat }: Operation): AsyncGenerator<Change> {
  const byListing = new Map<string | undefined, Change>();
  for await (const { planned } of plan.rows()) {
    if (planned === undefined || !isStep(planned)) continue;
    const { id, before, after, closes, facts } = planned;
    const change = { id, before, after, closes, facts };
    if (!mayRepeat) yield change;
    else {
      const key = id?.toLowerCase();
      const earlier = byListing.get(key);
      byListing.set(
        key,
        earlier ? { ...change, before: earlier.before, closes: earlier.closes || closes } : change,
      );
    }
  }
  yield* byListing.values();
}

/** Keeps only the changes that are named, to limit memory. */
const chosenOf = async (changes: AsyncIterable<Change>) => {
  const first: Change[] = [];
  const closing: Change[] = [];
  let increase: Change | undefined;
  let decrease: Change | undefined;
  let count = 0;
  for await (const change of changes) {
    count += 1;
    if (count <= mostNamed) first.push(change);
    else if (change.closes && closing.length < mostNamed) closing.push(change);
    if (growthOf(change) > growthOf(increase)) increase = change;
    if (growthOf(change) < growthOf(decrease)) decrease = change;
  }
  const chosen = [...first, increase, decrease, ...closing].filter((change) => change !== undefined);
  return { count, named: [...new Set(chosen)], increase, decrease };
};

const growthOf = ({ before, after }: Partial<Change> = {}): number => (after ?? 0) - (before ?? 0);

/** `"COAT": from 3 to 0`. Not with an arrow: next to Hebrew or Arabic, `3 → 0` would be shown as `0 → 3`. */
const changeInWords = async ({ id, before, after, facts }: Change, reader: Client): Promise<string> => {
  if (facts === undefined) return `${await nameOf(id ?? '', reader)}: from ${before} to ${after}`;
  return Object.entries(defined(facts))
    .map(([name, value]) => `${name} ${typeof value === 'number' ? value : quoted(String(value))}`)
    .join(', ');
};

/** The external identifier, else the SKU, as the service says them: the author of the plan is not trusted. */
const nameOf = async (id: string, reader: Client): Promise<string> => {
  // Whatever else is wrong with the listing does not matter here.
  const mayBeWrong = (path: readonly PropertyKey[]) => path.length > 0;
  const { externalIdentifier, sku } = await readListing(reader, id, { mayBeWrong });
  const isText = (said: unknown): said is string => typeof said === 'string' && said.trim() !== '';
  if (isText(externalIdentifier)) return quoted(externalIdentifier);
  return isText(sku) ? `SKU ${quoted(sku)}` : `id ${id}`;
};

/** Quoted and shortened, so that it can't be mistaken for the text around it or push that away. */
const quoted = (text: string): string => {
  const characters = [...escapeControls(text.replace(/["\\]/g, '\\$&'))];
  return `"${characters.length > longestText ? `${characters.slice(0, longestText - 1).join('')}…` : characters.join('')}"`;
};
