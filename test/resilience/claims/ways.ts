import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ResaleClient } from '../../../src/library/interface.ts';
import type { NewListing } from '../../../src/library/record-types.ts';
import { clientOf } from '../../library/shop.ts';
import type { leapingClock } from '../../support/clock.ts';
import { served } from '../../support/mcp.ts';
import { resale } from '../../support/resale.ts';
import type { Report } from '../../support/warehouse.ts';
import { unmannerly } from '../faults/manners.ts';
import { idOf } from '../faults/scenes.ts';
import { canaries } from '../faults/shop.ts';

/** What a door said of one change. */
export interface Claim {
  /** `applied`, `converged`, `refused`, `unsent`, `unknown`, … */
  outcome: string;
  /** The exit code; a program that calls the library has none. */
  exitCode?: number;
  /** Whether the exit code is about this change alone. */
  isLine?: true;
}

/** Where somebody stands who wants a change. */
export interface Place {
  env: Record<string, string>;
  home: string;
  clock: ReturnType<typeof leapingClock>;
}

/** Asks for one change. What has to be there first is made by `prepared`, in fair weather. */
export interface Door {
  by: 'line' | 'file' | 'library' | 'agent';
  name: string;
  prepared?(place: Place): Promise<unknown>;
  ask(place: Place): Promise<Claim>;
}

const { clientId, apiKey } = canaries;
const listing = idOf(0);
const flags = '--max-retries 1 --yes';

const typed = async (line: string, { env, home, clock }: Place) => {
  const screen = await resale(`${line} ${flags}`, { env, cwd: home, clock });
  expect(unmannerly(screen, [apiKey])).toEqual([]);
  return screen;
};

/** A line that changes one thing. */
const line = (said: string): Door => ({
  by: 'line',
  name: said,
  async ask(place) {
    const { exitCode, stdout } = await typed(said, place);
    return { outcome: outcomeOf(exitCode, stdout), exitCode, isLine: true };
  },
});

const outcomeOf = (exitCode: number, stdout: string): string => {
  if (exitCode === 0) return JSON.parse(stdout).outcome ?? 'applied';
  return { 8: 'unknown', 4: 'unsent', 7: 'unsent' }[exitCode] ?? 'refused';
};

/** The same from a file of one row. */
const rows = (command: string, text: string): Door => ({
  by: 'file',
  name: `${command} --from`,
  async ask(place) {
    await writeFile(join(place.home, 'rows.csv'), text);
    const { exitCode, stdout, stderr } = await typed(`${command} --from rows.csv -o ndjson`, place);
    return { outcome: rowOf(stdout, stderr).outcome, exitCode };
  },
});

const rowOf = (stdout: string, stderr: string): Report => {
  const told = stdout.split('\n').filter((said) => said !== '');
  if (told.length !== 1) throw new Error(`${told.length} rows were told of: ${stderr}`);
  return JSON.parse(told[0] ?? '');
};

const finished = async (place: Place) => {
  await writeFile(join(place.home, 'rows.csv'), `id,quantity\n${listing},3\n`);
  await typed('inventory set --from rows.csv --run night', place);
};

/** A call of the library: its result says what became of the change, or its error does. */
const library = (name: string, call: (shop: ResaleClient) => Promise<object>): Door => ({
  by: 'library',
  name,
  async ask({ env }) {
    const shop = clientOf({ baseUrl: env.RESALE_BASE_URL ?? '', clientId, apiKey, maxRetries: 1 });
    try {
      const answer = await call(shop);
      return { outcome: 'outcome' in answer ? String(answer.outcome) : 'applied' };
    } catch (error) {
      const { code, retryable, status } = error as { code: string; retryable: boolean; status?: number };
      if (code === 'unknown') return { outcome: 'unknown' };
      return { outcome: retryable || status === 401 ? 'unsent' : 'refused' };
    }
  },
});

/** An agent that plans a row and applies the plan. */
const agent = (operation: string, row: object): Door => ({
  by: 'agent',
  name: `agent: ${operation}`,
  async ask({ env }) {
    const { call } = await served(flags.replace('--yes', ''), env);
    const { said } = await call('plan_changes', { operation, rows: [row] });
    return claimOf((await call('apply_plan', { planId: said.planId })).said);
  },
});

const claimOf = ({
  rows: told,
  problem,
}: {
  rows: Report[];
  problem?: { exit: { code: number } };
}): Claim => {
  if (told?.length !== 1) throw new Error(`${told?.length} rows were told of: ${JSON.stringify(problem)}`);
  return { outcome: told[0]?.outcome ?? '', exitCode: problem?.exit.code ?? 0 };
};

const picture = 'https://images.example/1.jpg';
const creation = {
  shopId: 'shop-1',
  condition: 'GOOD',
  productDataSourceType: 'COMMERCE_SKU',
  productIdentifier: 'sku-9',
  externalIdentifier: 'external-9',
  images: [{ url: picture }],
} satisfies NewListing;

/** A column of the table: doors through which the same is wanted, and of which the same must be claimed. */
export interface Way {
  doors: readonly Door[];
  /** What the change is about, as the books have it. */
  subject: string;
  /** The inventory that it leads to, where it does. */
  wanted?: number;
}

const inventory = (wanted: number, ...doors: Door[]): Way => ({ subject: listing, wanted, doors });

export const ways: Readonly<Record<string, Way>> = {
  set: inventory(
    3,
    line(`inventory set ${listing} 3`),
    line(`inventory set ${listing} 3 --expect 5`),
    rows('inventory set', `id,quantity\n${listing},3\n`),
    library('setInventory', (shop) => shop.setInventory(listing, 3)),
    agent('inventory set', { id: listing, quantity: 3 }),
  ),
  adjust: inventory(
    3,
    line(`inventory adjust ${listing} -2 --exact`),
    rows('inventory adjust', `id,delta\n${listing},-2\n`),
    library('adjustInventory', (shop) => shop.adjustInventory(listing, -2)),
    agent('inventory adjust', { id: listing, delta: -2 }),
  ),
  direct: inventory(
    3,
    line(`inventory adjust ${listing} -2`),
    rows('inventory adjust --direct', `id,delta\n${listing},-2\n`),
  ),
  close: inventory(
    0,
    line(`listings close ${listing}`),
    rows('listings close', `id\n${listing}\n`),
    agent('listings close', { id: listing }),
  ),
  undo: inventory(
    5,
    {
      by: 'file',
      name: 'runs undo',
      prepared: finished,
      async ask(place) {
        const { exitCode, stdout, stderr } = await typed('runs undo night -o ndjson', place);
        return { outcome: rowOf(stdout, stderr).outcome, exitCode };
      },
    },
    {
      by: 'agent',
      name: 'agent: undo_run',
      prepared: finished,
      async ask({ env }) {
        const { call } = await served(flags.replace('--yes', ''), env);
        return claimOf((await call('undo_run', { run: 'night' })).said);
      },
    },
  ),
  update: inventory(
    3,
    library('updateInventory', (shop) =>
      shop.updateInventory(listing, { action: 'SET_INVENTORY', oldInventory: 5, newInventory: 3 }),
    ),
  ),
  create: {
    subject: 'external-9',
    doors: [
      line(
        `listings create --shop-id shop-1 --condition good --source sku --product-id sku-9 --image ${picture} --external-id external-9`,
      ),
    ],
  },
  createRows: {
    subject: 'external-9',
    doors: [
      rows(
        'listings create',
        `shopId,condition,productDataSourceType,productIdentifier,externalIdentifier,images\nshop-1,GOOD,COMMERCE_SKU,sku-9,external-9,${picture}\n`,
      ),
      agent('listings create', creation),
    ],
  },
  grade: {
    subject: listing,
    doors: [
      line(`grade ${listing} --condition good`),
      rows('grade', `id,condition\n${listing},GOOD\n`),
      library('gradeItems', (shop) => shop.gradeItems({ items: [{ id: listing, condition: 'GOOD' }] })),
      agent('grade', { id: listing, condition: 'GOOD' }),
    ],
  },
  call: {
    subject: listing,
    doors: [
      library('updateInventory', (shop) =>
        shop.updateInventory(listing, { action: 'ADJUST_INVENTORY', inventoryAdjustment: -2 }),
      ),
    ],
  },
  createCall: {
    subject: 'external-9',
    doors: [library('createListing', (shop) => shop.createListing(creation))],
  },
};
