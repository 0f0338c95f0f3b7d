import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leapingClock } from '../../support/clock.ts';
import type { AnswerFault, Fault } from '../faults/fault.ts';
import { faults } from '../faults/faults.ts';
import { onPremises } from '../faults/premises.ts';
import type { FaultShop } from '../faults/shop.ts';
import { due } from '../faults/wire.ts';
import { type Claim, type Door, type Way, ways } from './ways.ts';

/*
 * Every way to change something, through its doors, in every weather: table.txt says what is to be claimed and how often the
 * books have it. Whatever it says, nothing is applied twice, and no claim is false.
 */

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
const attack = (shop: FaultShop, { weather, when }: Row, way: Way) => {
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

/** What came of a change through a door, and which requests followed: `converged 1 crr`. */
const cellOf = (row: Row, way: Way, door: Door): Promise<string> =>
  onPremises(async ({ shop, home, env }) => {
    const place = { env: { ...env, RESALE_STATE_DIR: join(home, 'state') }, home, clock: leapingClock() };
    await door.prepared?.(place);
    const entries = () => shop.ledger.entriesOf(way.subject).length;
    const [earlier, asked] = [entries(), shop.trail.length];
    attack(shop, row, way);
    const claim = await door.ask(place);
    const applied = entries() - earlier;
    const isThere = applied > 0 || shop.ledger.listings.get(way.subject)?.history.at(-1) === way.wanted;
    expect([applied <= 1, isTrue(claim, applied, isThere)], `${door.name}: ${claim.outcome}`).toEqual([
      true,
      true,
    ]);
    const trail = shop.trail.slice(asked).replace(/^r*/, '');
    return [claim.outcome, ...exitOf(claim), applied, trail].join(' ');
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
const exitOf = ({ outcome, exitCode, isLine }: Claim): string[] =>
  isLine && (outcome === 'refused' || outcome === 'unsent') ? [`(${exitCode})`] : [];

interface Row {
  weather: string;
  when: string;
  cells: Readonly<Record<string, string>>;
}

/** The rows of the tables: their columns stand where the head of their table has them. */
const rows = readFileSync(join(import.meta.dirname, 'table.txt'), 'utf8')
  .split(/\n{2,}/)
  .filter((paragraph) => paragraph.startsWith('weather'))
  .flatMap((table) => {
    const [head = '', ...lines] = table.trimEnd().split('\n');
    const columns = [...head.matchAll(/\S+ */g)].map(({ 0: name, index }) => ({ name: name.trim(), index }));
    return lines.map((line): Row => {
      const cells = columns.map(({ name, index }, at) => [
        name,
        line.slice(index, columns[at + 1]?.index).trim(),
      ]);
      const { weather = '', when = '', ...rest } = Object.fromEntries(cells);
      return { weather, when, cells: rest };
    });
  });

/** Rows that claim what an earlier one claims of the same: each is tried through one door of each column, in turn. */
const claimed = new Set<string>();
const turns = new Map<Row, number>();
for (const [at, row] of rows.entries()) {
  const claim = JSON.stringify([row.when, row.cells]);
  if (claimed.has(claim) && !claim.includes('|')) turns.set(row, at);
  claimed.add(claim);
}

/** The cell of a row as it is seen, through all doors of its column or the one whose turn it is. */
const seenIn = async (row: Row, way: Way, cell: string): Promise<string> => {
  const turn = turns.get(row);
  const doors = turn === undefined ? way.doors : [way.doors[turn % way.doors.length] as Door];
  const said = await Promise.all(doors.map((door) => cellOf(row, way, door)));
  const first = turn === undefined ? (said[0] ?? '') : cell;
  // The exit code of a line says more than the outcome.
  const known = [first, first.replace(/ \(\d\)/, '')];
  const others = said.flatMap((one, at) => (known.includes(one) ? [] : [`${doors[at]?.by} ${one}`]));
  return [...new Set([first, ...others])].join(' | ');
};

test.each(rows.map((row) => [row.weather, row.when, row] as const))(
  'each claim is true: %s, %s',
  async (_, __, row) => {
    const seen = await Promise.all(
      Object.entries(row.cells).map(async ([name, cell]) => {
        const way = ways[name];
        if (!way) throw new Error(`there is no way ${name}`);
        return [name, cell === '-' ? cell : await seenIn(row, way, cell)];
      }),
    );
    expect(Object.fromEntries(seen)).toEqual(row.cells);
  },
);
