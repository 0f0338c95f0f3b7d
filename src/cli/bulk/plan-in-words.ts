import type { Operation } from '../../changes/operation.ts';
import type { Client } from '../../client/client.ts';
import { readListing } from '../../client/listings.ts';
import { defined } from '../../json/defined.ts';
import { type PlanRow, planRows } from '../../runs/plan/plan-file.ts';
import { escapeControls } from '../../terminal/escape-controls.ts';
import { dayAndTime } from '../../words/times.ts';
import { factsOf } from './plan-output.ts';
import type { Drafted } from './run.ts';

/** The number of changes that are always named, and of further ones that close a listing. */
const mostNamed = 10;

/** In characters. */
const longestText = 60;

interface Change extends Pick<PlanRow, 'id' | 'closes'> {
  before: number | undefined;
  after: number | undefined;
  facts: ReturnType<typeof factsOf>;
}

/** The plan for a person who sees only a question: the first changes, the largest, and those that close a listing. */
export const planInWords = async (
  { operation, undone, invocation, draft }: Drafted,
  reader: Client,
): Promise<string[]> => {
  const { count, named, increase, decrease } = await chosenOf(changesOf(draft.plan.path, operation));
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
      ? `Undo of ${undone.id} (${undone.operation}, ${dayAndTime(undone.createdAt, invocation.io.clock.now())}):`
      : `Plan ${invocation.io.host?.plan} (${operation.name}):`,
    ...(await Promise.all(lines)),
    ...(left > 0 ? [`and ${left} more.`] : []),
  ];
};

/** Several rows on one listing are one change: otherwise many small ones would hide a large one. */
async function* changesOf(path: string, operation: Operation): AsyncGenerator<Change> {
  const byListing = new Map<string | undefined, Change>();
  const itemOf = operation.planned();
  for await (const row of planRows(path)) {
    if (row.outcome !== undefined) continue;
    const { id, from: before, to, delta = 0, closes } = row;
    const after = to ?? (before === undefined ? undefined : before + delta);
    const change = { id, before, after, closes, facts: factsOf(row, itemOf) };
    if (!operation.mayRepeat) yield change;
    else {
      const earlier = byListing.get(id);
      byListing.set(
        id,
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
