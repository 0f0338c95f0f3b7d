import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, test } from 'vitest';
import { unreadLine } from '../../src/cli/command-line.ts';
import { settingsOf } from '../../src/cli/global-flags.ts';
import { createInvocation } from '../../src/cli/invocation.ts';
import { leapingClock } from '../support/clock.ts';
import { commands } from '../support/commands.ts';
import { withShop } from '../support/configured.ts';
import { MemoryOutput } from '../support/output.ts';
import { errorOf, sandboxed } from '../support/resale.ts';

/** Requests that change something, of those that the sandbox had. */
const changes = (requests: readonly string[]): string[] => requests.filter((one) => !one.startsWith('GET '));

/** A shop whose profile has a guard, one of its open listings, and a file of rows that changes it. */
const guardedShop = async (guard: string) => {
  const shop = await withShop();
  const page = await shop.run('listings list -p shop --state open --limit 1');
  const [{ id, availableInventory }] = JSON.parse(page.stdout);
  const rows = join(shop.config, '../rows.csv');
  await writeFile(rows, `id,quantity\n${id},${availableInventory + 3}\n`);
  await shop.run(`profiles set shop --${guard === 'readOnly' ? 'read-only' : guard}`);
  shop.sandbox.requests.length = 0;
  return { ...shop, id, rows };
};

const listing = `--shop-id S --condition good --source sku --product-id P --image https://i.example/1.jpg`;
const refusedLines = [
  'inventory set ID 3',
  'inventory set ID 3 --expect 5 --yes',
  'inventory set --from ROWS',
  'inventory adjust ID 1',
  'inventory adjust ID -1 --exact',
  'listings close ID --yes',
  `listings create ${listing}`,
  'listings create --from ROWS',
  'grade --from ROWS',
  'grade ID --condition good',
  'api POST /v1/listings',
  'api PUT /v1/listings/ID/inventory --field action=ADJUST_INVENTORY',
  'api DELETE /v1/listings/ID',
  'api PATCH /v1/listings/ID',
];

describe('a read-only profile', () => {
  it.each(refusedLines)('%s: exit 2, nothing is sent', async (line) => {
    const { run, sandbox, id, rows } = await guardedShop('readOnly');
    const screen = await run(`${line.replace(/\bID\b/, id).replace('ROWS', `'${rows}'`)} -p shop --yes`);
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      2,
      {
        code: 'read-only',
        message: 'The profile "shop" is read-only.',
        hint: 'Nothing was changed. To allow changes: resale profiles set shop --unset read-only',
      },
    ]);
    expect(sandbox.requests).toEqual([]);
  });

  it.each([
    ['inventory set ID 3 --dry-run'],
    ['inventory set --from ROWS --dry-run'],
    ['inventory set --from ROWS --plan PLAN'],
    ['api POST /v1/listings --dry-run'],
    ['api GET /v1/listings'],
    ['listings get ID'],
    ['profiles check'],
  ])('%s: done', async (line) => {
    const { run, sandbox, id, rows, config } = await guardedShop('readOnly');
    const said = line
      .replace(/\bID\b/, id)
      .replace('ROWS', `'${rows}'`)
      .replace('PLAN', `'${join(config, '../plan')}'`);
    expect(await run(`${said} -p shop`)).toMatchObject({ exitCode: 0 });
    expect(changes(sandbox.requests)).toEqual([]);
  });

  it.each([['runs undo'], ['runs resume']])('%s: exit 2, nothing is sent', async (line) => {
    const { run, rows, sandbox, config } = await guardedShop('protected');
    await run(`inventory set --from '${rows}' -p shop --yes`);
    const [{ run: name }] = JSON.parse((await run('runs list')).stdout);
    const journal = join(config, '../state/runs', name, 'journal.ndjson');
    // The last record says that the run has ended: without it there is something to resume.
    if (line === 'runs resume') await writeFile(journal, (await readFile(journal)).subarray(0, -10));
    await run('profiles set shop --read-only');
    sandbox.requests.length = 0;
    const screen = await run(`${line} ${name} -p shop --yes`);
    // Before the error stands a remark about that record.
    expect(screen).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('"code":"read-only"') });
    expect(sandbox.requests).toEqual([]);
  });
});

describe('a protected profile, in a script', () => {
  it.each([
    ['inventory set ID 3', 'RESALE_PROFILE'],
    ['inventory set ID 3 --yes', 'RESALE_PROFILE'],
    ['inventory set ID 3', '--profile'],
    ['inventory set --from ROWS --yes', 'RESALE_PROFILE'],
    ['inventory set --from ROWS', '--profile'],
    ['inventory adjust ID 1 --yes', 'RESALE_PROFILE'],
    ['listings close ID --yes', 'RESALE_PROFILE'],
    ['listings close ID', '--profile'],
    ['api DELETE /v1/listings/ID --yes', 'RESALE_PROFILE'],
  ])('%s, named by %s: exit 2, nothing is changed', async (line, named) => {
    const { run, sandbox, id, rows } = await guardedShop('protected');
    const said = line.replace(/\bID\b/, id).replace('ROWS', `'${rows}'`);
    const screen =
      named === '--profile'
        ? await run(`${said} -p shop`)
        : await run(said, { env: { RESALE_PROFILE: 'shop' } });
    expect([screen.exitCode, errorOf(screen)]).toMatchObject([
      2,
      {
        code: 'protected',
        message: 'The profile "shop" is protected, so every change with it has to be confirmed.',
        hint: 'Nothing was changed. In a script, add --yes and --profile shop (RESALE_PROFILE is not enough).',
      },
    ]);
    expect(changes(sandbox.requests)).toEqual([]);
  });

  it.each([['inventory set ID 3'], ['inventory set --from ROWS'], ['inventory adjust ID 1']])(
    '%s --yes --profile shop: done',
    async (line) => {
      const { run, sandbox, id, rows } = await guardedShop('protected');
      const said = line.replace(/\bID\b/, id).replace('ROWS', `'${rows}'`);
      expect(await run(`${said} --yes --profile shop`)).toMatchObject({ exitCode: 0 });
      expect(changes(sandbox.requests)).toEqual([expect.stringMatching(/^PUT .* 200$/)]);
    },
  );
});

describe('a service that flags and environment name', () => {
  const line = 'inventory adjust ID 1 --yes';

  it.each([['protected'], ['readOnly']])('keeps the guard of its profile: %s', async (guard) => {
    const { run, sandbox, id } = await guardedShop(guard);
    const { env } = sandbox;
    await run('profiles add other --base-url https://other.example');
    for (const [said, circumstances] of [
      [line, { env }],
      [line, { env: { ...env, RESALE_PROFILE: 'other' } }],
      // A yes is one to the profile that it names.
      [`${line} --profile other`, { env }],
    ] as const) {
      const screen = await run(said.replace('ID', id), circumstances);
      expect([screen.exitCode, errorOf(screen).code]).toEqual([
        2,
        guard === 'protected' ? 'protected' : 'read-only',
      ]);
      expect(screen.stderr).toContain('The profile \\"shop\\" is');
    }
    expect(changes(sandbox.requests)).toEqual([]);
  });

  it('--yes and its own profile let changes through', async () => {
    const { run, sandbox, id } = await guardedShop('protected');
    const screen = await run(`${line.replace('ID', id)} --profile shop`, { env: sandbox.env });
    expect(screen.exitCode).toBe(0);
  });

  it('is not guarded by the profile of another one', async () => {
    const { run } = await guardedShop('protected');
    const other = await sandboxed();
    const [{ id }] = JSON.parse(
      (await run('listings list --state open --limit 1', { env: other.env })).stdout,
    );
    expect((await run(line.replace('ID', id), { env: other.env })).exitCode).toBe(0);
  });
});

describe('a protected profile, at a terminal', () => {
  const question = (baseUrl: string, id: string) =>
    `The profile shop (${baseUrl}) is protected. This would add 1 to ${id}. Go on? (y/N) `;

  it('asks before a change, and Enter means no', async () => {
    const { run, sandbox, id } = await guardedShop('protected');
    const screen = await run(`inventory adjust ${id} 1 -p shop`, { terminal: 200, typed: '\n' });
    expect(screen).toMatchObject({
      exitCode: 2,
      stderr: `${question(sandbox.baseUrl, id)}Nothing was changed.\n`,
    });
    expect(changes(sandbox.requests)).toEqual([]);
  });

  it('changes it with a yes', async () => {
    const { run, sandbox, id } = await guardedShop('protected');
    const there = { terminal: 200, typed: 'y\n' };
    expect(await run(`inventory adjust ${id} 1 -p shop`, there)).toMatchObject({ exitCode: 0 });
    expect(changes(sandbox.requests).length).toBe(1);
  });

  it('--yes alone does not answer for somebody who is there', async () => {
    const { run, sandbox, id } = await guardedShop('protected');
    const env = { RESALE_PROFILE: 'shop' };
    const screen = await run(`inventory adjust ${id} 1 --yes`, { env, terminal: 200, typed: '\n' });
    expect(screen.stderr).toContain(question(sandbox.baseUrl, id));
    expect(changes(sandbox.requests)).toEqual([]);
  });

  it('asks once, with what is to be changed', async () => {
    const { run, sandbox, id } = await guardedShop('protected');
    const screen = await run(`listings close ${id} -p shop`, { terminal: 400, typed: 'y\n' });
    expect([screen.exitCode, screen.stderr.match(/\(y\/N\)/g)]).toEqual([0, ['(y/N)']]);
    expect(screen.stderr).toContain('is protected. This closes ');
    expect(changes(sandbox.requests)).toHaveLength(1);
  });

  it('rows that change nothing: nothing is asked', async () => {
    const { run, id, rows } = await guardedShop('protected');
    const { stdout } = await run(`listings get ${id} -p shop`);
    await writeFile(rows, `id,quantity\n${id},${JSON.parse(stdout).availableInventory}\n`);
    expect(await run(`inventory set --from '${rows}' -p shop`)).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['shop', 0],
    ['y', 2],
    ['', 2],
  ])('many rows: %j typed is exit %d', async (typed, exitCode) => {
    const { run, sandbox, rows } = await guardedShop('protected');
    const there = { env: { RESALE_PROFILE: 'shop' }, terminal: 200, typed: `${typed}\n` };
    const screen = await run(`inventory set --from '${rows}' --yes`, there);
    expect(screen.stderr).toContain('is protected. This changes 1 inventory at');
    expect(screen.stderr).toContain('Type shop to go on');
    expect(screen.exitCode).toBe(exitCode);
    expect(changes(sandbox.requests).length).toBe(exitCode === 0 ? 1 : 0);
    // A run that did not begin leaves nothing behind.
    expect(JSON.parse((await run('runs list')).stdout).length).toBe(exitCode === 0 ? 1 : 0);
  });
});

test('every command that changes something at the service was tried with a read-only profile', async () => {
  // An agent's changes are command lines of these.
  const tried = [...refusedLines, 'runs undo', 'runs resume', 'mcp'];
  const left = [];
  for (const [path, leaf] of commands) {
    const { effect } = await leaf.load();
    const changes = effect.on === 'service' && effect.does !== 'reads';
    if (changes && !tried.some((line) => line.startsWith(path))) left.push(path);
  }
  expect(left).toEqual([]);
});

test('a yes to one change is not a yes to the next, though the guard asks once', async () => {
  const { config } = await guardedShop('protected');
  const stderr = new MemoryOutput({ isTTY: true, columns: 200 });
  const { signal } = new AbortController();
  const io = {
    stdin: Object.assign(Readable.from([Buffer.from('y\n')]), { isTTY: true }),
    stdout: new MemoryOutput(),
    stderr,
    env: { RESALE_CONFIG_DIR: config, RESALE_PROFILE: 'shop', TERM: 'dumb' },
    cwd: config,
    clock: leapingClock(),
    self: ['node'] as const,
    interruption: signal,
    ending: signal,
  };
  const line = unreadLine(io.env);
  const invocation = createInvocation(io, settingsOf(line), new Set(), line);
  await invocation.confirmChange('This closes one listing.');
  // Nothing more is typed.
  await expect(invocation.confirmChange('This closes another.')).rejects.toMatchObject({
    code: 'not-confirmed',
  });
  expect(stderr.text).toContain('is protected. This closes one listing. Go on?');
  await invocation.close();
});
