import { join } from 'node:path';
import { expect } from 'vitest';
import { leapingClock } from '../../support/clock.ts';
import type { AnswerFault, Fault } from '../faults/fault.ts';
import { faults } from '../faults/faults.ts';
import { onPremises } from '../faults/premises.ts';
import type { FaultShop } from '../faults/shop.ts';
import { due } from '../faults/wire.ts';
import type { Weather } from './table.ts';
import type { Claim, Door, Way } from './ways.ts';

const calm: AnswerFault = {
  group: 'calm',
  name: 'calm',
  change: 'accepted',
  exits: [],
  answer: (socket, { said }) => void socket.write(due(said)),
};

const faultNamed = (name: string): Fault => {
  const found = faults.find((fault) => `${fault.group}: ${fault.name}` === name);
  if (name !== 'calm' && found === undefined) throw new Error(`there is no weather ${name}`);
  return found ?? calm;
};

/** What somebody else does to the listing. */
const rivals: Readonly<Record<string, (shop: FaultShop, way: Way) => void>> = {
  'sets 9': ({ ledger }, { subject }) => ledger.becomes(subject, 9),
  'does the same': ({ ledger }, { subject, wanted = 0 }) => ledger.becomes(subject, wanted),
  'takes it back': ({ ledger }, { subject }) =>
    ledger.becomes(subject, ledger.listings.get(subject)?.history.at(-2) ?? 0),
};

/** How a shop meets the first change, or each, as a row says: `applied, then a rival sets 9`. */
const attack = (shop: FaultShop, { weather, when }: Weather, way: Way) => {
  const rivalIn = (how: RegExp) => () => rivals[how.exec(when)?.[1] ?? '']?.(shop, way);
  let met = 0;
  shop.attack = {
    fault: faultNamed(weather),
    meets: (kind) => kind === 'change' && (met++ === 0 || when === 'each time'),
    isApplied: !when.includes('not applied'),
    roll: 0.5,
    rival: { before: rivalIn(/^a rival (.*) first/), after: rivalIn(/then a rival (.*)$/) },
  };
};

/** What came of a change through a door, and which requests followed: `converged; applied once; a change, 2 reads`. */
export const claimedBy = (weather: Weather, way: Way, door: Door): Promise<string> =>
  onPremises(async ({ shop, home, env }) => {
    const place = { env: { ...env, RESALE_STATE_DIR: join(home, 'state') }, home, clock: leapingClock() };
    await door.prepared?.(place);
    const entries = () => shop.ledger.entriesOf(way.subject).length;
    const [earlier, asked] = [entries(), shop.trail.length];
    attack(shop, weather, way);
    const claim = await door.ask(place);
    const applied = entries() - earlier;
    const isThere = applied > 0 || shop.ledger.listings.get(way.subject)?.history.at(-1) === way.wanted;
    expect([applied <= 1, isTrue(claim, applied, isThere)], `${door.name}: ${claim.outcome}`).toEqual([
      true,
      true,
    ]);
    const trail = shop.trail.slice(asked).replace(/^r*/, '');
    return [`${claim.outcome}${exitOf(claim)}`, times(applied), inWords(trail)].join('; ');
  });

/** Exit codes of rows and plans. */
const exits: Readonly<Record<string, readonly number[]>> = {
  applied: [0],
  converged: [0],
  skipped: [0],
  unknown: [8],
  refused: [6],
  unsent: [4, 7],
};

/** Whatever the table says. */
const isTrue = ({ outcome, exitCode, isLine }: Claim, applied: number, isThere: boolean): boolean => {
  const mayEnd = isLine && outcome === 'refused' ? [1, 3, 5] : exits[outcome];
  if (exitCode !== undefined && !mayEnd?.includes(exitCode)) return false;
  if (outcome === 'unknown') return true;
  return outcome === 'applied' ? applied === 1 : outcome === 'converged' ? isThere : applied === 0;
};

/** The exit code of a line where the outcome leaves it open. */
const exitOf = ({ outcome, exitCode, isLine }: Claim): string =>
  isLine && (outcome === 'refused' || outcome === 'unsent') ? ` with exit ${exitCode}` : '';

const times = (applied: number): string =>
  ['not applied', 'applied once'][applied] ?? `applied ${applied} times`;

/** `crr`, a letter a request → `a change, 2 reads`. */
const inWords = (trail: string): string =>
  (trail.match(/c|r+/g) ?? [])
    .map((some) => (some === 'c' ? 'a change' : some === 'r' ? 'a read' : `${some.length} reads`))
    .join(', ');
