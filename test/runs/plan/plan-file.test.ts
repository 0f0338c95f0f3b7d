import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rowCodes } from '../../../src/failure/codes.ts';
import { DamagedRun } from '../../../src/runs/journal/journal-errors.ts';
import {
  isPlanFile,
  linkPlan,
  type Plan,
  planRows,
  readPlan,
  writePlan,
} from '../../../src/runs/plan/plan-file.ts';
import type { PlanHead, PlanRow } from '../../../src/runs/plan/plan-lines.ts';
import { modeOf, openUmask } from '../../support/modes.ts';
import { fc } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const head: PlanHead = {
  ...{ resalePlan: 1, id: 'night', operation: 'inventory set', origin: 'https://shop.test' },
  ...{ clientId: 'client', profile: 'live', createdAt: '2026-11-21T12:05:01.000Z', tool: '0.1.0' },
  input: { path: '/shop/stock.csv', sha256: 'a'.repeat(64) },
  form: { format: 'csv', before: 'sku,quantity\n', lineEnd: '\n' },
  options: { onConflict: 'skip', skipInvalid: true },
};
const row = (number: number, more: Partial<PlanRow> = {}): PlanRow => ({
  ...{ row: number, line: number + 1, effect: 'change', id: `id-${number}`, from: 5, to: 3 },
  ...{ raw: `canary-${number},3` },
  ...more,
});
const rows = [
  row(1),
  row(2, { to: 0, effect: 'close', closes: true }),
  row(3, { effect: 'unchanged', outcome: 'unchanged', before: 3, after: 3 }),
  row(4, { effect: 'fault', outcome: 'refused', error: { code: 'not-found', message: 'no listing' } }),
];

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

const written = async (all: readonly PlanRow[] = rows, own = head) => {
  const path = join(temporaryFolder(), 'plan.ndjson');
  return { path, plan: await writePlan(path, own, each(all)) };
};

const readAll = async (path: string): Promise<{ rows: PlanRow[]; plan: Plan }> => {
  const found: PlanRow[] = [];
  const reading = planRows(path);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { rows: found, plan: value };
    found.push(value);
  }
};

/** What is wrong with a plan that is read to its end. */
const damageOf = async (path: string): Promise<string> => {
  const error = await readAll(path).catch((reason: unknown) => reason);
  if (!(error instanceof DamagedRun)) throw new Error('the plan passed for whole', { cause: error });
  expect(error.message).not.toContain('canary');
  return error.problem;
};

test('its end says how many rows there are, and what becomes of those that send nothing', async () => {
  openUmask();
  const { path, plan } = await written();
  expect(plan).toMatchObject({
    planned: { rows: 4, counts: { unchanged: 1, refused: 1, applied: 0 }, leftOut: 1 },
  });
  expect([await readPlan(path), await readAll(path)]).toEqual([plan, { rows, plan }]);
  expect([modeOf(path), await isPlanFile(path)]).toEqual(['600', true]);
});

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const count = fc.nat(1_000_000);
const numbered = fc.integer({ min: 1, max: 1_000_000 });
const flag = fc.boolean();
const anyRow: fc.Arbitrary<PlanRow> = fc.record(
  {
    ...{ row: numbered, line: numbered, name: text, effect: text, id: text, from: count, to: count },
    ...{ delta: fc.integer(), direct: flag, pinned: flag, isClosed: flag, closes: flag, raw: text },
    guard: fc.record({ state: text, condition: text }, { requiredKeys: [] }),
    payload: fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<unknown>),
    ...{ had: fc.array(text), group: text, before: count, after: count },
    outcome: fc.constantFrom('unchanged', 'skipped', 'refused'),
    error: fc.record({ code: fc.constantFrom(...rowCodes), message: text }),
  },
  { requiredKeys: ['row', 'line', 'effect'] },
);
const anyHead: fc.Arbitrary<PlanHead> = fc.record(
  {
    ...{ resalePlan: fc.constant(1 as const), id: text, operation: text, origin: text, clientId: text },
    ...{ profile: text, createdAt: text, tool: text, failedOut: text, undoes: text },
    input: fc.record({ path: text, sha256: text, madeOf: text }, { requiredKeys: ['sha256'] }),
    form: fc.record(
      {
        format: fc.constantFrom('csv', 'xlsx', 'ndjson', 'json', 'items'),
        ...{ before: text, lineEnd: text, sheet: text, head: text },
      },
      { requiredKeys: ['format'] },
    ),
    options: fc.record(
      {
        ...{ direct: flag, anyConstants: flag, deriveExternalId: flag, skipInvalid: flag, ignoreExtra: flag },
        ...{ currency: text, sheet: text, maxClose: count, maxChange: fc.constantFrom(0, 12.5) },
        onConflict: fc.constantFrom('fail', 'skip', 'retry'),
        defaults: fc.dictionary(text, fc.jsonValue() as fc.Arbitrary<unknown>),
      },
      { requiredKeys: ['onConflict'] },
    ),
    ...{ pinned: flag, mayCloseMore: flag, parts: numbered },
  },
  {
    requiredKeys: [
      'resalePlan',
      'id',
      'operation',
      'origin',
      'createdAt',
      'tool',
      'input',
      'form',
      'options',
    ],
  },
);

/** JSON has no `-0`, and no own field of this name. */
const inJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const isPlain = (value: unknown) => !JSON.stringify(value).includes('__proto__');

test('law: what is written is read back, and its counts are those of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHead.filter(isPlain).map(inJson),
      fc.array(anyRow.filter(isPlain).map(inJson), { maxLength: 8 }),
      async (own, all) => {
        const { path, plan } = await written(all, own);
        expect(await readAll(path)).toStrictEqual({ rows: all, plan });
        expect(await readPlan(path)).toStrictEqual(plan);
        const { rows: number, counts } = plan.planned;
        expect(number).toBe(all.length);
        for (const outcome of ['unchanged', 'skipped', 'refused'] as const)
          expect(counts[outcome]).toBe(all.filter((one) => one.outcome === outcome).length);
      },
    ),
    { numRuns: 60 },
  );
});

describe('a plan that is not as it was made is none', () => {
  test('law: cut off anywhere', async () => {
    const { path } = await written();
    const whole = readFileSync(path);
    for (let cut = 0; cut < whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut));
      expect(await damageOf(path)).toMatch(/^(?:it is cut off|it was changed since it was made)$/);
      await expect(readPlan(path)).rejects.toThrow(DamagedRun);
    }
  });

  test('law: with any byte of it changed', async () => {
    const { path } = await written();
    const whole = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        fc.pre(whole[at] !== byte);
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        writeFileSync(path, damaged);
        await damageOf(path);
      }),
      { numRuns: 300 },
    );
  });

  const lineOf = (number: number, change: (line: string) => string) => (whole: string) =>
    whole
      .split('\n')
      .map((line, at) => (at === number - 1 ? change(line) : line))
      .join('\n');
  const without = (number: number) => (whole: string) =>
    whole
      .split('\n')
      .toSpliced(number - 1, 1)
      .join('\n');
  /** As somebody would who edits the plan, and thinks of the checksum. */
  const summed = (edit: (whole: string) => string) => (whole: string) => {
    const lines = edit(whole).split('\n');
    const before = lines.slice(0, -2).map((line) => `${line}\n`);
    const end = JSON.parse(lines.at(-2) ?? '');
    return `${before.join('')}${JSON.stringify({ ...end, sum: hash('sha256', before.join('')) })}\n`;
  };
  test.each<[string, (whole: string) => string, string]>([
    ['edited', lineOf(2, (line) => line.replace('"to":3', '"to":4')), 'it was changed since it was made'],
    ['a row less', without(2), 'it was changed since it was made'],
    ['a row less, and a new checksum', summed(without(2)), 'it was changed since it was made'],
    [
      'a close that the end does not count',
      summed(lineOf(2, (line) => line.replace('"to":3', '"to":0,"closes":true'))),
      'it was changed since it was made',
    ],
    [
      'without its head',
      without(1),
      'its first line is not as this version of resale writes it (resalePlan)',
    ],
    ['without its end', without(6), 'it is cut off'],
    ['something behind it', (whole) => `${whole}{}\n`, 'something follows its end'],
    ['its end twice', (whole) => `${whole}${whole.split('\n').at(-2)}\n`, 'something follows its end'],
    [
      'of a later version',
      lineOf(1, (line) => line.replace('"resalePlan":1', '"resalePlan":2')),
      'its first line is not as this version of resale writes it (resalePlan)',
    ],
    [
      'a row that is no row',
      lineOf(3, () => '{"row":0}'),
      'its row 2 is not as this version of resale writes it (row)',
    ],
    [
      'a row that is no JSON',
      lineOf(3, () => 'canary'),
      'its row 2 is not as this version of resale writes it',
    ],
    [
      'an end of another kind',
      lineOf(6, (line) => line.replace('"planEnd":4', '"planEnd":-4')),
      'its end is not as this version of resale writes it (planEnd)',
    ],
    ['empty', () => '', 'it is cut off'],
  ])('%s', async (_, damage, problem) => {
    const { path } = await written();
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    expect(await damageOf(path)).toBe(problem);
  });

  test('gone, or a folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'plan'));
    expect(await damageOf(join(folder, 'none'))).toBe('it is missing');
    expect(await damageOf(join(folder, 'plan'))).toBe('it is a directory');
  });
});

describe('writing', () => {
  test('that breaks off leaves nothing', async () => {
    const folder = temporaryFolder();
    const broken = async function* () {
      yield row(1);
      throw new Error('the service failed');
    };
    await expect(writePlan(join(folder, 'plan'), head, broken())).rejects.toThrow('the service failed');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is never over another file', async () => {
    const { path } = await written();
    const before = readFileSync(path);
    await expect(writePlan(path, head, each([]))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path)).toEqual(before);
  });

  test('does not begin where the disk has no room for it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'plan');
    await expect(writePlan(path, head, each(rows), Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
      code: 'file-failed',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('of two that are linked to one place, the first one stays', async () => {
  const [one, other] = [await written(), await written([row(1, { to: 9 })])];
  const place = join(temporaryFolder(), 'plan.ndjson');
  expect([await linkPlan(one.path, place), existsSync(one.path)]).toEqual([true, false]);
  expect([await linkPlan(other.path, place), existsSync(other.path)]).toEqual([false, true]);
  expect((await readAll(place)).rows).toEqual(rows);
});

test('a file of rows is no plan, whatever its rows are called', async () => {
  const path = join(temporaryFolder(), 'rows');
  for (const content of ['sku,quantity\n', '{"id":"a"}\n{"resalePlan":1}\n', '']) {
    writeFileSync(path, content);
    expect(await isPlanFile(path)).toBe(false);
  }
});
