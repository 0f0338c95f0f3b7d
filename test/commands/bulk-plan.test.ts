import { describe, expect, it, test } from 'vitest';
import { errorOf, placeOf, resale } from '../support/resale.ts';
import { type Report, warehouse } from '../support/warehouse.ts';

const rows = 'sku,quantity\nA,5\nB,2\nC,0\n';

describe('--dry-run', () => {
  it('shows each row: old, new, and what that comes to', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const [exitCode, plan] = await shop.reports('inventory set --from - -n', { stdin: rows });
    expect([exitCode, plan]).toEqual([
      0,
      [
        { line: 2, id: shop.ids.A, effect: 'change', before: 1, after: 5, error: null },
        { line: 3, id: shop.ids.B, effect: 'none', before: 2, after: 2, error: null },
        { line: 4, id: shop.ids.C, effect: 'close', before: 3, after: 0, error: null },
      ],
    ]);
  });

  it('asks for one page of the list, changes nothing, and leaves nothing behind', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    await shop.resale('inventory set --from - -n', { stdin: rows });
    expect(shop.requests).toEqual(['GET /v1/listings 200']);
    expect(JSON.parse((await shop.resale('runs list')).stdout)).toEqual([]);
  });

  test.each([
    ['ndjson', /^\{"line":2,.*"effect":"change","before":1,"after":5,.*\}\n\{"line":3,.*\n\{"line":4,.*\n$/],
    [
      'csv',
      /^line,id,effect,before,after,error\n2,[^,]*,change,1,5,\n3,[^,]*,none,2,2,\n4,[^,]*,close,3,0,\n$/,
    ],
  ])('as %s', async (format, form) => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const { stdout } = await shop.resale(`inventory set --from - -n -o ${format}`, { stdin: rows });
    expect(stdout).toMatch(form);
  });

  it('on a terminal is a table, and under it what it comes to', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    await shop.file('stock.csv', rows);
    const { stdout, stderr } = await shop.resale('inventory set --from stock.csv -n', { terminal: 100 });
    expect(stdout).toMatch(/LINE +ID +NAME +EFFECT +BEFORE +AFTER\n/);
    expect(stdout).toMatch(/2 +[-0-9a-f]+ +A +> change +1 +5/);
    expect(stderr).toContain('Plan: 3 rows: 1 to change, 1 to close, 1 without effect. Nothing was sent.');
  });

  describe('says at once which rows are faulty in the file, and which the list of listings shows to be', () => {
    const stdin = 'sku,quantity\nA,5\nZ,5\nA,many\n';
    const shown = [
      [2, undefined],
      [3, 'not-found'],
      [4, 'invalid-row'],
    ];

    it('and then that nothing would be sent: exit 2', async () => {
      const shop = await warehouse({ A: 1 });
      const screen = await shop.resale('inventory set --from - -n', { stdin });
      const plan: Report[] = JSON.parse(screen.stdout);
      expect(plan.map(({ line, error }) => [line, error?.code])).toEqual(shown);
      expect([screen.exitCode, errorOf(screen)]).toEqual([
        2,
        {
          code: 'invalid-rows',
          message: '2 invalid rows.',
          details: ['Plan: 3 rows: 1 to change, 2 with faults.'],
          hint: 'Nothing was sent. Fix the rows, or leave them out with --skip-invalid.',
          retryable: false,
        },
      ]);
    });

    it('with --skip-invalid the others run: exit 0', async () => {
      const shop = await warehouse({ A: 1 });
      const [exitCode, plan] = await shop.reports('inventory set --from - -n --skip-invalid', { stdin });
      expect([exitCode, plan.map(({ line, error }) => [line, error?.code])]).toEqual([0, shown]);
    });

    it('on each of several machines: exit 2, though only one shows the rows without a listing', async () => {
      const shop = await warehouse({ A: 1 });
      for (const shard of ['1/2', '2/2'])
        expect(
          (
            await shop.resale(`inventory set --from - -n --shard ${shard}`, {
              stdin: 'sku,quantity\nA,many\n',
            })
          ).exitCode,
        ).toBe(2);
    });
  });

  it('if it is left out, the faults of the file are reported without asking the service', async () => {
    const shop = await warehouse({ A: 1 });
    const screen = await shop.resale('inventory set --from -', { stdin: 'sku,quantity\nZ,5\nA,many\n' });
    expect([screen.exitCode, errorOf(screen).details, errorOf(screen).hint, shop.requests]).toEqual([
      2,
      ['line 3: quantity must be a whole number, not "many"'],
      expect.stringContaining('--dry-run shows all faults at once'),
      [],
    ]);
  });

  it('shows a conflict if a row expects another value', async () => {
    const shop = await warehouse({ A: 1 });
    const [, plan] = await shop.reports('inventory set --from - -n', {
      stdin: 'sku,quantity,expect\nA,5,2\n',
    });
    expect(plan).toEqual([
      {
        line: 2,
        id: shop.ids.A,
        effect: 'conflict',
        before: 1,
        after: 5,
        error: { code: 'conflict', message: 'expected 2, is 1' },
      },
    ]);
  });
});

describe('a saved plan', () => {
  it('is shown as well with --dry-run, and its run names the lines of the file that was planned', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const [exitCode, plan] = await shop.reports('inventory set --from - --plan kept -n', { stdin: rows });
    expect([exitCode, plan.map(({ line }) => line), shop.changes()]).toEqual([0, [2, 3, 4], []]);
    const [, reports] = await shop.reports('inventory set --from kept --yes');
    expect(reports.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'applied'],
      [4, 'applied'],
    ]);
  });

  it('is not kept where it is more than a limit allows', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const line = 'inventory set --from - --plan kept -n --max-close 0';
    const [exitCode, plan] = await shop.reports(line, { stdin: rows });
    expect([exitCode, plan.length]).toEqual([2, 3]);
    await expect(shop.read('kept')).rejects.toThrow('ENOENT');
  });

  const planned = async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    await shop.file('stock.csv', rows);
    const kept = await shop.resale('inventory set --from stock.csv --plan plan.ndjson');
    return { ...shop, kept };
  };

  it('has only the changes, with the values that they start from', async () => {
    const shop = await planned();
    expect([shop.kept.exitCode, shop.kept.stdout, shop.changes()]).toEqual([0, '', []]);
    expect(shop.kept.stderr).toContain('1 to change, 1 to close');
    expect(
      (await shop.read('plan.ndjson'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { resalePlan: 1, operation: 'inventory set', origin: shop.baseUrl },
      { line: 2, id: shop.ids.A, from: 1, to: 5 },
      { line: 4, id: shop.ids.C, from: 3, to: 0 },
    ]);
  });

  it('is applied later', async () => {
    const shop = await planned();
    const [exitCode, reports] = await shop.reports('inventory set --from plan.ndjson --yes');
    expect([exitCode, reports.map(({ outcome }) => outcome)]).toEqual([0, ['applied', 'applied']]);
    expect(await shop.stock()).toEqual({ A: 5, B: 2, C: 0 });
  });

  it('does not touch what somebody changed in between: that is a conflict', async () => {
    const shop = await planned();
    await shop.sets('A', 4);
    const screen = await shop.resale('inventory set --from plan.ndjson --yes');
    const reports: Report[] = JSON.parse(screen.stdout);
    expect([screen.exitCode, reports.map(({ outcome, error }) => [outcome, error?.code])]).toEqual([
      6,
      expect.arrayContaining([
        ['refused', 'conflict'],
        ['applied', undefined],
      ]),
    ]);
    expect(errorOf(screen).hint).toBe(
      'Each refused row says why. If an inventory has changed since the plan was made, make a new plan with --plan.',
    );
    expect(await shop.stock()).toEqual({ A: 4, B: 2, C: 0 });
  });

  it('even if that is the value that the plan wanted', async () => {
    const shop = await planned();
    await shop.sets('A', 5);
    const [exitCode, reports] = await shop.reports('inventory set --from plan.ndjson --yes');
    expect([exitCode, reports[0]?.error?.code]).toEqual([6, 'conflict']);
  });

  it('is not applied by another command, nor at another service, nor with --on-conflict retry', async () => {
    const shop = await planned();
    const elsewhere = await warehouse();
    const screens = [
      await shop.resale('listings close --from plan.ndjson --yes'),
      await shop.resale('inventory set --from plan.ndjson --yes', {
        env: { ...shop.env, RESALE_BASE_URL: elsewhere.baseUrl },
      }),
      await shop.resale('inventory set --from plan.ndjson --yes --on-conflict retry'),
    ];
    expect(screens.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
    expect(screens.map((screen) => errorOf(screen).message)).toEqual([
      'The plan is for inventory set, not for listings close.',
      `The plan was made for ${shop.baseUrl}, not for ${elsewhere.baseUrl}.`,
      expect.stringContaining('--on-conflict'),
    ]);
    expect([shop.changes(), elsewhere.requests]).toEqual([[], []]);
  });

  it('of adjustments says what they come to', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.resale('inventory adjust --from - --plan plan', { stdin: 'sku,delta\nA,2\nA,3\n' });
    const changes = (await shop.read('plan')).trimEnd().split('\n').slice(1);
    expect(changes.map((line) => JSON.parse(line))).toEqual([
      { line: 2, id: shop.ids.A, from: 1, to: 3 },
      { line: 3, id: shop.ids.A, from: 3, to: 6 },
    ]);
    expect((await shop.resale('inventory adjust --from plan')).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 6 });
  });

  it("of direct adjustments can't be kept: they start from no value", async () => {
    const shop = await warehouse({ A: 1 });
    const screen = await shop.resale('inventory adjust --direct --from - --plan plan', {
      stdin: 'sku,delta\nA,2\n',
    });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, expect.stringContaining('--plan')]);
  });

  it.each([
    'grade --plan plan',
    'listings create --plan plan',
    'grade --max-close 1',
    'listings create --max-close 1',
  ])(
    '%s: what has no old values keeps no plan, and what closes nothing has no limit for it',
    async (line) => {
      const { exitCode, stderr } = await resale(`${line} --from -`, { stdin: '{}' });
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("Unknown option '--")]);
    },
  );
});

describe('guards stop a file whose columns have shifted', () => {
  test.each([
    ['--max-close 0', 'the plan closes 1 listing, and --max-close allows 0'],
    ['--no-close', 'the plan closes 1 listing, and --no-close allows none'],
    ['--max-change 50', 'the plan changes 2 of 3 rows (66.7 %), and --max-change allows 50 %'],
  ])('%s', async (guard, message) => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const screen = await shop.resale(`inventory set --from - --yes ${guard}`, { stdin: rows });
    expect([screen.exitCode, errorOf(screen)]).toEqual([
      2,
      expect.objectContaining({ code: 'too-much', message: expect.stringContaining(message.slice(1)) }),
    ]);
    expect(shop.changes()).toEqual([]);

    const dry = await shop.resale(`inventory set --from - --dry-run ${guard}`, { stdin: rows });
    expect([dry.exitCode, JSON.parse(dry.stdout).length, errorOf(dry).hint]).toEqual([
      2,
      3,
      'Nothing was sent.',
    ]);
  });

  test.each(['--max-close 1', '--max-change 67', '--max-change 50%'])('%s lets it go', async (guard) => {
    const shop = await warehouse({ A: 1, B: 2, C: 3, D: 4 });
    const stdin = `${rows}${guard.includes('50') ? 'D,4\n' : ''}`;
    expect((await shop.resale(`inventory set --from - --yes ${guard}`, { stdin })).exitCode).toBe(0);
  });
});

describe('a question', () => {
  const changing = 'sku,quantity\nA,5\n';

  it('is asked on a terminal, and the default answer is No', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.csv', changing);
    const refused = await shop.resale('inventory set --from stock.csv', { terminal: 100, typed: '\n' });
    expect([refused.exitCode, shop.changes()]).toEqual([2, []]);
    expect(refused.stderr).toContain(`This changes 1 inventory at ${placeOf(shop)}. Go on?`);
    const accepted = await shop.resale('inventory set --from stock.csv', { terminal: 100, typed: 'y\n' });
    expect([accepted.exitCode, shop.changes().length]).toEqual([0, 1]);
  });

  it('names the first faults of the rows that are left out', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file(
      'stock.csv',
      `${changing}${['B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => `${name},2\n`).join('')}`,
    );
    const { stderr } = await shop.resale('inventory set --from stock.csv --skip-invalid', {
      terminal: 100,
      typed: 'n\n',
    });
    expect(stderr).toContain(
      [
        'Plan: 8 rows: 1 to change, 7 with faults.',
        ...['B', 'C', 'D', 'E', 'F'].map((name, at) => `  line ${at + 3}: no listing has the sku ${name}`),
        '  and 2 more rows',
        'This changes 1 inventory at ',
      ].join('\n'),
    );
  });

  it('is not asked with --yes', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.csv', changing);
    const { exitCode, stderr } = await shop.resale('inventory set --from stock.csv --yes', { terminal: 100 });
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('Go on?')]);
  });

  it('that a script can not answer stops a run that closes listings', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const screen = await shop.resale('inventory set --from -', { stdin: rows });
    expect([screen.exitCode, errorOf(screen).message, shop.changes()]).toEqual([
      2,
      expect.stringContaining('closes 1 listing at'),
      [],
    ]);
    expect(JSON.parse((await shop.resale('runs list')).stdout)).toEqual([]);
  });

  it('is not asked if nothing changes', async () => {
    const shop = await warehouse({ A: 1 });
    await shop.file('stock.csv', 'sku,quantity\nA,1\n');
    const { exitCode, stderr } = await shop.resale('inventory set --from stock.csv', {
      terminal: 100,
      typed: '',
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('1 unchanged')]);
  });
});
