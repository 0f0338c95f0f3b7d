import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { directoryOf } from '../../src/bulk/journal/directory.ts';
import { lockRun } from '../../src/bulk/journal/lock.ts';
import { noCounts } from '../../src/changes/outcome.ts';
import { Interrupted } from '../../src/failure/failure.ts';
import { dayAndTime } from '../../src/words/times.ts';
import { hangUp } from '../support/relay.ts';
import {
  behind,
  calm,
  killed,
  neverCame,
  quick,
  runsIn,
  short,
  started,
  wrongKeys,
} from '../support/relayed.ts';
import { errorOf } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { type Report, warehouse } from '../support/warehouse.ts';

const rows = 'sku,quantity\nA,5\nB,6\nC,7\n';

describe('runs list and show', () => {
  it('list shows each run, newest first, with its result', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => (before === 2 ? neverCame : undefined));
    const { run } = await started(shop, 'sku,quantity,expect\nA,5,\nB,6,9\nC,3,\n');
    const stopped = await started(shop, rows);
    const [newest, oldest] = JSON.parse((await shop.resale('runs list')).stdout).sort(
      (one: { createdAt: string }, other: { createdAt: string }) =>
        one.createdAt < other.createdAt ? 1 : -1,
    );
    expect(oldest).toEqual({
      run,
      operation: 'inventory set',
      undoes: null,
      undoneBy: null,
      state: 'failed',
      rows: 3,
      done: 2,
      applied: 1,
      refused: 1,
      unknown: 0,
      counts: { ...noCounts(), applied: 1, unchanged: 1, refused: 1 },
      inClosedListings: 0,
      unknownLines: [],
      profile: shop.env.RESALE_PROFILE ?? shop.env.RESALE_BASE_URL,
      origin: shop.env.RESALE_BASE_URL,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect([newest.run, newest.state, newest.unknown, newest.unknownLines]).toEqual([
      stopped.run,
      'unresolved',
      1,
      [4],
    ]);
  });

  it('show shows one run, --rows what it sent, --unknown what a person has to check', async () => {
    const shop = await behind({ A: 1, B: 2 }, (before) => (before === 1 ? neverCame : undefined));
    const { run, exitCode } = await started(shop, 'sku,quantity\nA,5\nB,6\n');
    expect(exitCode).toBe(8);
    expect(JSON.parse((await shop.resale(`runs show ${run}`)).stdout)).toMatchObject({
      run,
      state: 'unresolved',
      input: 'piped',
      counts: { applied: 1, unknown: 1 },
      options: { onConflict: 'fail' },
    });
    const [, all] = await shop.reports(`runs show ${run} --rows`);
    expect(all.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'applied'],
      [3, 'unknown'],
    ]);
    const [, unknown] = await shop.reports(`runs show ${run} --unknown`);
    expect(unknown).toEqual([
      expect.objectContaining({
        row: 2,
        line: 3,
        id: shop.ids.B,
        before: 2,
        error: expect.objectContaining({ code: 'unknown' }),
      }),
    ]);
  });

  it('a run that is just beginning has sent nothing, and is not damaged', async () => {
    const shop = await warehouse({ A: 1 });
    const path = join(shop.cwd, 'state', 'runs', '20991122-120501-4f2a');
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, 'journal.ndjson'), '', { mode: 0o600 });
    const [listed] = JSON.parse((await shop.resale('runs list')).stdout);
    expect(listed).toMatchObject({ run: '20991122-120501-4f2a', state: 'planned' });
    expect((await shop.resale('runs resume')).stderr).toContain('There is no unfinished run');
    for (const line of ['show RUN', 'show RUN --rows', 'resume RUN', 'undo RUN --yes', 'resolve RUN'])
      expect(errorOf(await shop.resale(`runs ${line.replace('RUN', '20991122-120501-4f2a')}`))).toMatchObject(
        { code: 'run-not-begun' },
      );
    expect((await shop.resale('runs prune --older-than 0 --dry-run')).stdout).toBe('[]\n');
  });

  it('what is left of one that never began is pruned after a day, unless somebody is at work on it', async () => {
    const shop = await warehouse({ A: 1 });
    const path = join(shop.cwd, 'state', 'runs', 'night');
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, 'journal.ndjson'), '', { mode: 0o600 });
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), 'night'));
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    const pruned = async () => {
      await utimes(path, yesterday, yesterday);
      const { stdout } = await shop.resale('runs prune --older-than 0 --yes');
      return JSON.parse(stdout).map(({ run }: { run: string }) => run);
    };
    expect(await pruned()).toEqual([]);
    await lock.release();
    expect([await pruned(), await runsIn(shop)]).toEqual([['night'], []]);
  });

  it('a row whose request is under way is not unknown, in any of the counts', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, calm);
    const { run } = await started(shop, rows);
    await killed(shop, run, 2);
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), run));
    onTestFinished(lock.release);
    expect(JSON.parse((await shop.resale(`runs show ${run}`)).stdout)).toMatchObject({
      state: 'running',
      done: 1,
      applied: 1,
      unknown: 0,
      counts: { applied: 1, unknown: 0, unsent: 2 },
    });
    const { stdout } = await shop.resale(`runs show ${run}`, { terminal: 80 });
    expect(stdout).toMatch(/^RESULT +1 applied, 2 not sent$/m);
    expect(stdout).not.toMatch(/^(DONE|APPLIED|UNKNOWN)/m);
    const shown = JSON.parse((await shop.resale(`runs show ${run} --rows`)).stdout);
    expect(shown.map(({ line, outcome }: Report) => [line, outcome])).toEqual([[2, 'applied']]);
    const report = (await shop.resale(`runs show ${run} --html -`)).stdout;
    expect(report).toContain('1 applied, 2 not sent. The run was still going on');
    expect(report).not.toContain('stopped before');
    await lock.release();
    expect((await shop.resale(`runs show ${run} --html -`)).stdout).toContain(
      'stopped before it had the answer',
    );
  });

  it('show of an unfinished run counts every row once', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, calm);
    const { run } = await started(shop, rows);
    await killed(shop, run, 2);
    const shown = JSON.parse((await shop.resale(`runs show ${run}`)).stdout);
    expect(shown).toMatchObject({ state: 'unfinished', rows: 3, applied: 1, unknown: 1 });
    expect(shown.counts).toMatchObject({ applied: 1, unknown: 1, unsent: 1 });
  });

  it.each(['show', 'resume', 'undo'])('%s of a run that is not there', async (command) => {
    const shop = await warehouse({ A: 1 });
    await started(shop, 'sku,quantity\nA,5\n');
    const screen = await shop.resale(`runs ${command} 20200101-000000-0000`);
    expect([screen.exitCode, errorOf(screen)]).toEqual([
      2,
      expect.objectContaining({ code: 'unknown-run', hint: 'To see all: resale runs list' }),
    ]);
    expect((await shop.resale(`runs ${command} ../../etc`)).exitCode).toBe(2);
  });

  it('is empty if there are none', async () => {
    const shop = await warehouse();
    expect((await shop.resale('runs list')).stdout).toBe('[]\n');
    expect((await shop.resale('runs list', { terminal: 80 })).stderr).toContain('No runs.');
  });
});

describe('runs list on a terminal', () => {
  /** A run, and what undid it. */
  const twoRuns = async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    await shop.resale(`runs undo ${run} --yes`);
    const undo = (await runsIn(shop)).find((name) => name !== run) ?? '';
    return { shop, run, undo };
  };

  test.each([40, 60, 80, 120, 200])(
    'of %i columns says when, what and how it ended, and which run was undone',
    async (terminal) => {
      const { shop, run, undo } = await twoRuns();
      await started(shop, 'sku,quantity,expect\nA,5,7\n', 'inventory set', '--run october-inventory');
      const { stdout } = await shop.resale('runs list', { terminal });
      expect(stdout).toContain(`undone by ${short(undo)}\n`);
      expect(stdout).toContain(`undoes what ${short(run)} changed\n`);
      if (terminal < 80) return;
      const isWide = terminal >= 100;
      expect(stdout).toMatch(new RegExp(`^BEGAN +OPERATION +ROWS +STATE${isWide ? ' +RESULT' : ''} +RUN\n`));
      const lines = [
        ['inventory set +1 +x failed', '1 refused', 'october-inventory'],
        ['runs undo +1 +\\+ finished', '1 applied', short(undo)],
      ];
      for (const [what, result, name] of lines)
        expect(stdout).toMatch(
          new RegExp(
            `^today \\S+ +${what} +${isWide ? `${result} +${name}` : `${name}\n +${result}`}\n`,
            'm',
          ),
        );
      expect(stdout).not.toContain('...');
    },
  );

  it('says which line goes on with the newest unfinished run, and which settles the newest unresolved one', async () => {
    const shop = await behind(
      { A: 1, B: 2 },
      (before) => [neverCame, neverCame, wrongKeys, wrongKeys][before],
    );
    const says = async (run: string) => [
      (await shop.resale('runs list', { terminal: 200 })).stderr,
      (await shop.resale(`runs show ${run}`, { terminal: 100 })).stderr,
    ];
    const { run: first } = await started(shop, 'sku,quantity\nA,5\n');
    const settle = `To settle what is in doubt:\n  resale runs resolve ${short(first)}\n`;
    expect(await says(first)).toEqual([settle, settle]);
    const { run: second } = await started(shop, 'sku,quantity\nA,5\nB,5\n');
    const { run: third } = await started(shop, 'sku,quantity\nB,5\n');
    const [listed] = await says(third);
    expect(listed).toBe(`To go on:\n  resale runs resume ${short(third)}\n`);
    expect((await says(second))[1]).toBe(`To go on:\n  resale runs resume ${short(second)}\n`);
  });

  it('says when a run began, in the local time of the reader', async () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(
      ['2026-11-21T22:07:37.120Z', '2026-11-20T22:07:37Z', '2025-11-20T22:07:37Z', 'never'].map((at) =>
        dayAndTime(at, now),
      ),
    ).toEqual(['today 03:37', '21 November, 03:37', '21 November 2025, 03:37', '']);
  });
});

describe('a read that fails', () => {
  const down = { instead: json(503, { error: 'Down for maintenance.' }) };
  const failing = async (line: (run: string) => string) => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => [undefined, neverCame, wrongKeys][before]);
    await shop.file('stock.csv', rows);
    const { run } = await started(shop, rows);
    Object.assign(shop.weather, { meddle: calm, reads: () => down });
    const screen = await shop.resale(`${line(run)} --max-retries 0`, { terminal: 200 });
    return { run, screen };
  };

  test.each<[string, (run: string) => string]>([
    ['a plan', () => 'inventory set --from stock.csv --yes'],
    ['a dry run', () => 'inventory set --from stock.csv -n'],
    ['an undo', (run) => `runs undo ${run} --yes`],
    ['a look at unknown rows', (run) => `runs resolve ${run}`],
    ['a dry run of the rest', (run) => `runs resume ${run} -n`],
  ])('ends %s with the line that tries again', async (_, line) => {
    const { run, screen } = await failing(line);
    expect([screen.exitCode, screen.stderr]).toEqual([7, expect.stringContaining('Down for maintenance.')]);
    const [again = ''] = /(?<=To try again:\s+)\S.*$/m.exec(screen.stderr) ?? [];
    const words = (text: string) =>
      new Set(
        text.replace('-n', '--dry-run').replace(' --max-retries 0', '').replace(run, short(run)).split(' '),
      );
    expect(words(again)).toEqual(words(`resale ${line(run)}`));
  });

  it('ends a resume with the name of the run, and the line that goes on with it', async () => {
    const { run, screen } = await failing((name) => `runs resume ${name} --yes`);
    expect(screen.exitCode).toBe(8);
    expect(screen.stderr).toMatch(
      /Down for maintenance\. 1 of 3 done, 1 in doubt, 1 not sent\n.*\nTo go on:\n/,
    );
    expect(screen.stderr).toContain(`\n  resale runs resume ${short(run)}\n`);
  });
});

describe('a lost answer that could not be looked for, since the service was down', () => {
  const gone = { instead: json(503, { error: 'Down for maintenance.' }) };
  /** After the list was read, an answer is lost, and nothing can be read. */
  const run = async (stdin = 'sku,quantity\nA,5\n', command?: string, flags?: string) => {
    const shop = await behind({ A: 1 }, () => ({ afterwards: hangUp }));
    shop.weather.reads = (before) => (before > 0 ? gone : undefined);
    const first = await started(shop, stdin, command, flags);
    const shown = async () => JSON.parse((await shop.resale(`runs show ${first.run}`)).stdout);
    return { shop, first, shown };
  };

  it('ends with exit 8 and what to type, and the run stays to be resumed', async () => {
    const { first, shown } = await run();
    expect([first.exitCode, errorOf(first)]).toEqual([
      8,
      expect.objectContaining({
        message: `Run ${first.run}: 1 unknown.`,
        hint: `The service could not be read to see what became of 1 row. To look again: resale runs resume ${short(first.run)}`,
        retryable: 'unknown',
      }),
    ]);
    expect(await shown()).toMatchObject({ state: 'unfinished', unknown: 1, unknownLines: [2] });
  });

  it('is looked for again by the resumed run, as often as that takes, and is not sent again', async () => {
    const { shop, first, shown } = await run();
    const resumed = async () => {
      const [exitCode, reports] = await shop.reports(`runs resume ${quick}`);
      return [exitCode, reports.map(({ line, outcome }) => `${line} ${outcome}`)];
    };
    for (const answer of [gone, wrongKeys]) {
      shop.weather.reads = () => answer;
      expect(await resumed()).toEqual([8, ['2 unknown']]);
    }
    shop.weather.reads = calm;
    expect(await resumed()).toEqual([0, ['2 converged']]);
    expect([await shown(), shop.relay.changes()]).toEqual([
      expect.objectContaining({ run: first.run, state: 'finished' }),
      1,
    ]);
  });

  it('may be settled by hand as well: the resumed run then only ends', async () => {
    const { shop, first } = await run();
    await shop.resale(`runs resolve ${first.run} --all --as applied`);
    expect((await shop.resale(`runs resume ${first.run}`)).exitCode).toBe(0);
    expect(shop.relay.changes()).toBe(1);
  });

  it('goes on by its name', async () => {
    const { shop, first } = await run('sku,delta\nA,4\n', 'inventory adjust', '--run night');
    shop.weather.reads = calm;
    const again = await started(shop, 'sku,delta\nA,4\n', 'inventory adjust', '--run night');
    expect([first.exitCode, again.exitCode, await shop.stock()]).toEqual([8, 0, { A: 5 }]);
  });

  it('is for a person where the service says that the listing is gone', async () => {
    const { shop, first, shown } = await run();
    expect((await shown()).state).toBe('unfinished');
    shop.weather.reads = () => ({ instead: json(404, { error: 'No such listing.' }) });
    expect((await shop.resale(`runs resume ${first.run} ${quick}`)).exitCode).toBe(8);
    expect((await shown()).state).toBe('unresolved');
  });
});

describe('runs resume', () => {
  it('says which run it continues, what that does, and how many rows are left', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => (before === 1 ? wrongKeys : undefined));
    const { run } = await started(shop, rows);
    shop.weather.meddle = calm;
    const { stderr } = await shop.resale('runs resume');
    expect(stderr.split('\n')[0]).toBe(`Resuming run ${run} (inventory set): 2 of 3 rows left.`);
  });

  it('asks at a terminal as the run itself did; the default answer is No', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => (before === 1 ? wrongKeys : undefined));
    await started(shop, 'sku,quantity\nA,5\nB,6\nC,0\n');
    shop.weather.meddle = calm;
    const sent = shop.relay.changes();
    const refused = await shop.resale('runs resume', { terminal: 200, typed: '\n' });
    expect([refused.exitCode, shop.relay.changes()]).toEqual([2, sent]);
    expect(refused.stderr).toContain('2 rows\n  1  to change\n  1  to close: C\n');
    expect(refused.stderr).toContain('Go on at http');
    const accepted = await shop.resale('runs resume', { terminal: 200, typed: 'y\n' });
    expect([accepted.exitCode, await shop.stock()]).toEqual([0, { A: 5, B: 6, C: 0 }]);
  });

  it('does as many rows at once as the run did', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3, D: 4, E: 5 }, () => wrongKeys);
    // With one row at a time, the first refusal is the only one that is sent; else others are on their way.
    await started(shop, 'sku,quantity\nA,5\nB,6\nC,7\nD,8\nE,9\n');
    const sent = shop.relay.changes();
    await shop.resale('runs resume');
    expect([sent, shop.relay.changes()]).toEqual([1, 2]);
  });

  test.each([
    ['', 2, 'too-much'],
    ['--max-close 2', 0, undefined],
  ])('%s holds to --max-close as the run did, unless it is said anew', async (flags, exitCode, code) => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, () => wrongKeys);
    await started(shop, 'sku,delta\nA,-1\nB,-1\nC,4\n', 'inventory adjust', '--max-close 1');
    shop.weather.meddle = calm;
    await shop.sets('B', 1);
    const screen = await shop.resale(`runs resume ${flags}`);
    expect(screen.exitCode).toBe(exitCode);
    if (code) expect(screen.stderr).toContain(`"code":"${code}"`);
  });

  it('says so if nothing is unfinished', async () => {
    const shop = await warehouse({ A: 1 });
    expect((await shop.resale('runs resume')).exitCode).toBe(3);
    await started(shop, 'sku,quantity\nA,5\n');
    const screen = await shop.resale('runs resume');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([3, 'There is no unfinished run.']);
  });

  it('of a finished run writes the rows that were refused, those without a request, too', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => (before === 0 ? neverCame : undefined));
    const head = 'sku,quantity,expect\n';
    const refused = 'B,6,9\nX,1,\n';
    const { run, stderr } = await started(
      shop,
      `${head}A,5,\n${refused}C,1,\n`,
      'inventory set',
      '--skip-invalid',
    );
    const line = `runs resume ${short(run)} --failed-out`;
    expect(errorOf({ exitCode: 0, stdout: '', stderr: stderr.trim().split('\n').at(-1) ?? '' }).hint).toBe(
      `To settle it: resale runs resolve ${short(run)}`,
    );
    await shop.resale(`${line} failed.csv`);
    expect(await shop.read('failed.csv')).toBe(`${head}${refused}`);
    // A row that is sent again makes none of them a row of another run.
    await shop.resale(`runs resolve ${run} --all --as retry`);
    await shop.resale(`${line} again.csv`);
    expect([await shop.read('again.csv'), await shop.stock()]).toEqual([
      `${head}${refused}`,
      { A: 5, B: 2, C: 1 },
    ]);
  });

  it('passes over a directory in which no run ever began', async () => {
    const shop = await warehouse({ A: 1 });
    await mkdir(join(shop.cwd, 'state', 'runs', '20991231-235959-abcd'), { recursive: true, mode: 0o700 });
    expect((await shop.resale('runs resume')).exitCode).toBe(3);
  });

  it('of a finished run asks for nothing, and ends as the run did', async () => {
    const shop = await behind({ A: 1, B: 2 }, calm);
    const first = await started(
      shop,
      'sku,quantity,expect\nA,5,\nB,6,9\nA,1,\n',
      'inventory set',
      '--skip-invalid',
    );
    const asked = shop.relay.lines.length;
    const again = await shop.resale(`runs resume ${first.run}`);
    expect([first.exitCode, again.exitCode, JSON.parse(again.stdout)]).toEqual([6, 6, []]);
    expect(shop.relay.lines.length).toBe(asked);
    const message = ({ stderr }: { stderr: string }) =>
      JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error.message;
    expect(message(again)).toBe(message(first));
  });

  it('looks at a row whose answer was lost when the tool was killed, and never sends it again', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, calm);
    const { run } = await started(shop, rows);
    // As after a kill -9: the outcome of the last row never came to disk, and the others did.
    const path = join(shop.cwd, 'state', 'runs', run, 'journal.ndjson');
    const records = (await readFile(path, 'utf8')).split('\n');
    const lastIntent = records.findLastIndex((record) => record.includes('"kind":"intent"'));
    await writeFile(
      path,
      `${records.slice(0, lastIntent + 1).join('\n')}\n${records[lastIntent + 1]?.slice(0, 20)}`,
    );
    const { exitCode, stdout, stderr } = await shop.resale('runs resume --settle 0.01');
    const reports: Report[] = JSON.parse(stdout);
    expect([exitCode, reports.map(({ line, outcome }) => [line, outcome])]).toEqual([0, [[4, 'converged']]]);
    expect(shop.relay.changes()).toBe(3);
    expect(stderr).toContain(
      'An answer was lost. Its row is checked after 0.01 s (--settle); the others continue.\n',
    );
  });

  it.each([
    ['', '0.01'],
    ['--settle 0.02', '0.02'],
  ])('%s waits for a lost answer as long as the run did, unless it is said anew', async (flags, seconds) => {
    const shop = await behind({ A: 1 }, calm);
    const stop = new AbortController();
    shop.weather.meddle = () => ({ first: () => stop.abort(new Interrupted('SIGINT')), afterwards: hangUp });
    const stdin = 'sku,quantity\nA,5\n';
    const line = 'inventory set --from - --yes --run night --max-retries 0';
    await shop.resale(`${line} --settle 0.01`, { stdin, interruption: stop.signal });
    const { exitCode, stderr } = await shop.resale(`${line} ${flags}`, { stdin });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`checked after ${seconds} s (--settle)`)]);
    expect(shop.relay.changes()).toBe(1);
  });

  it('--dry-run shows what is left to do, and only reads', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => (before === 1 ? wrongKeys : undefined));
    const { run } = await started(shop, rows);
    const screen = await shop.resale(`runs resume ${run} --dry-run`);
    expect([screen.exitCode, screen.stderr]).toEqual([0, 'Plan: 2 rows: 2 to change. Nothing was sent.\n']);
    expect(JSON.parse(screen.stdout)).toEqual([
      { line: 3, id: shop.ids.B, effect: 'change', before: 2, after: 6, error: null },
      { line: 4, id: shop.ids.C, effect: 'change', before: 3, after: 7, error: null },
    ]);
    expect(await shop.stock()).toEqual({ A: 5, B: 2, C: 3 });
    await shop.resale(`runs resume ${run}`);
    const ended = await shop.resale(`runs resume ${run} --dry-run`);
    expect([ended.exitCode, ended.stdout]).toEqual([0, '[]\n']);
  });

  it('of a profile that is for another service now is told what it was for', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, () => wrongKeys);
    shop.env.RESALE_PROFILE ??= 'sandbox';
    const { run } = await started(shop, rows);
    const elsewhere = await warehouse({ A: 1 });
    const screen = await shop.resale(`runs resume ${run}`, {
      env: { ...shop.env, RESALE_BASE_URL: elsewhere.baseUrl },
    });
    expect(errorOf(screen).hint).toBe(
      `Nothing was sent. Give its base URL as it was: --base-url ${shop.relay.url}`,
    );
  });

  it('of a profile that has another name now says how to go on', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, () => wrongKeys);
    const { run } = await started(shop, rows);
    const path = join(shop.cwd, 'state', 'runs', run, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, profile: 'live' }));
    expect(errorOf(await shop.resale('runs resume'))).toMatchObject({
      code: 'another-run',
      hint: 'Nothing was sent. There is no profile live any more: add it again, or give it its name back: resale profiles rename NAME live',
    });
  });

  it('without a name says so if another process has the only one', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, () => wrongKeys);
    const { run } = await started(shop, rows);
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), run));
    const screen = await shop.resale('runs resume');
    await lock.release();
    expect([screen.exitCode, errorOf(screen).message]).toEqual([
      3,
      `There is no unfinished run that is not being worked on: another process has ${run}.`,
    ]);
  });

  it('tells why an answer was lost, although nobody waited for the look', async () => {
    const stop = new AbortController();
    const shop = await behind({ A: 1 }, () => ({
      first: () => stop.abort(new Interrupted('SIGINT')),
      instead: json(503, { error: `The stockroom is on fire: ${shop.env.RESALE_API_KEY}.` }),
    }));
    const [stdin, flags] = ['sku,quantity\nA,5\n', '--yes --max-retries 0'];
    await shop.resale(`inventory set --from - ${flags}`, { stdin, interruption: stop.signal });
    const [run] = await runsIn(shop);
    const said = 'sent but not confirmed: The stockroom is on fire: ***';
    const messages = (stdout: string) => JSON.parse(stdout).map(({ error }: Report) => error?.message);
    expect(messages((await shop.resale(`runs show ${run} --rows`)).stdout)).toEqual([said]);
    const resumed = await shop.resale('runs resume --settle 0');
    expect([resumed.exitCode, messages(resumed.stdout)]).toEqual([
      8,
      [`Setting the inventory of ${shop.ids.A} from 1 to 5 was ${said}; the inventory is still 1`],
    ]);
    expect(shop.relay.changes()).toBe(1);
  });

  it('is refused if the file was changed', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, () => wrongKeys);
    await shop.file('stock.csv', rows);
    await shop.resale(`inventory set --from stock.csv ${quick}`);
    await shop.file('stock.csv', rows.replace('5', '4'));
    const screen = await shop.resale('runs resume');
    expect([screen.exitCode, errorOf(screen)]).toEqual([
      2,
      expect.objectContaining({
        code: 'another-run',
        message: expect.stringContaining('stock.csv has changed since the run began'),
      }),
    ]);
  });

  it('is refused if the journal is damaged, and says where', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => (before === 2 ? wrongKeys : undefined));
    const { run } = await started(shop, rows);
    const path = join(shop.cwd, 'state', 'runs', run, 'journal.ndjson');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"from":1', '"from":8'));
    const asked = shop.relay.lines.length;
    const screen = await shop.resale(`runs resume ${run}`);
    expect([screen.exitCode, errorOf(screen)]).toEqual([
      2,
      expect.objectContaining({
        code: 'damaged-run',
        message: expect.stringContaining('is damaged at line 2 '),
      }),
    ]);
    expect(shop.relay.lines.length).toBe(asked);
    const [listed] = JSON.parse((await shop.resale('runs list')).stdout);
    expect(listed).toMatchObject({ run, state: 'damaged' });
    await writeFile(join(path, '../manifest.json'), '{');
    const [withoutManifest] = JSON.parse((await shop.resale('runs list')).stdout);
    expect(withoutManifest).toMatchObject({ run, state: 'damaged' });
  });
});

describe('runs undo', () => {
  it('restores what a run set, but not what changed since', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3 });
    const { run } = await started(shop, 'sku,quantity\nA,5\nB,6\nC,3\n');
    await shop.sets('B', 4);
    const [exitCode, reports] = await shop.reports(`runs undo ${run} --yes`);
    expect([exitCode, reports.map(({ id, outcome }) => [id, outcome])]).toEqual([
      0,
      expect.arrayContaining([
        [shop.ids.A, 'applied'],
        [shop.ids.B, 'skipped'],
      ]),
    ]);
    expect(await shop.stock()).toEqual({ A: 1, B: 4, C: 3 });
  });

  it('asks nothing, and sends nothing, where all is undone already', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    await shop.resale(`runs undo ${run} --yes`);
    shop.requests.length = 0;
    const { exitCode, stderr } = await shop.resale(`runs undo ${run}`, { terminal: 200, typed: '' });
    expect([exitCode, shop.changes()]).toEqual([0, []]);
    expect(stderr).not.toContain('(y/N)');
  });

  it('offers the newest runs by what they did where none is named', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    const { exitCode, stderr } = await shop.resale('runs show', { terminal: 200, typed: '1\n' });
    const short = run.slice(-4);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(`${short} +.*, inventory set, 1 applied`)]);
    // A page, too, calls a listing by the name that the file has.
    expect((await shop.resale(`runs show ${run} --html -`)).stdout).toContain('"A"');
    const inDoubt = await shop.resale('runs resolve', { terminal: 200, typed: `${short}\n` });
    expect(inDoubt.stderr).not.toContain('inventory set, 1 applied');
  });

  it('leaves out a listing that is gone, and restores the others', async () => {
    const shop = await behind({ A: 1, B: 2 }, calm);
    const { run } = await started(shop, 'sku,quantity\nA,5\nB,6\n');
    let isFirst = true;
    shop.weather.reads = () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return { instead: json(404, { error: 'No such listing.' }) };
    };
    const [exitCode, reports] = await shop.reports(`runs undo ${run} --yes`);
    expect([exitCode, reports.map(({ outcome }) => outcome).sort()]).toEqual([6, ['applied', 'refused']]);
  });

  it('of adjustments of one listing takes all of them back at once', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,delta\nA,2\nA,-1\nA,7\n', 'inventory adjust');
    expect(await shop.stock()).toEqual({ A: 9 });
    shop.requests.length = 0;
    expect((await shop.resale(`runs undo ${run} --yes`)).exitCode).toBe(0);
    expect([await shop.stock(), shop.changes().length]).toEqual([{ A: 1 }, 1]);
  });

  it('of direct adjustments, too', async () => {
    const shop = await warehouse({ A: 1, B: 5 });
    const { run } = await started(shop, 'sku,delta\nA,2\nB,-1\n', 'inventory adjust', '--direct');
    expect((await shop.resale(`runs undo ${run} --yes`)).exitCode).toBe(0);
    expect(await shop.stock()).toEqual({ A: 1, B: 5 });
  });

  it('of an unfinished run says what it does not touch', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) => [undefined, neverCame, wrongKeys][before]);
    const { run } = await started(shop, rows);
    shop.weather.meddle = calm;
    const { exitCode, stderr } = await shop.resale(`runs undo ${run} --yes`);
    expect([exitCode, await shop.stock()]).toEqual([0, { A: 1, B: 2, C: 3 }]);
    expect(stderr).toContain(
      `Only what the run has done is undone. 1 in doubt: row 2. To settle it: resale runs resolve ${short(run)}\n`,
    );
  });

  it('names the lines of the run itself, and leaves alone what is as it was already', async () => {
    const shop = await warehouse({ A: 1, B: 2, C: 3, D: 4 });
    const { run } = await started(shop, 'sku,quantity\nA,1\nB,6\n\nC,7\nD,8\n');
    await shop.sets('C', 3);
    await shop.sets('D', 9);
    const ofRun = JSON.parse((await shop.resale(`runs show ${run} --rows`)).stdout);
    expect(ofRun.map(({ line }: Report) => line)).toEqual([2, 3, 5, 6]);
    const [exitCode, reports] = await shop.reports(`runs undo ${run} --yes`);
    expect([exitCode, reports.map(({ line, outcome }) => [line, outcome])]).toEqual([
      0,
      [
        [3, 'applied'],
        [5, 'unchanged'],
        [6, 'skipped'],
      ],
    ]);
    expect(await shop.stock()).toEqual({ A: 1, B: 2, C: 3, D: 9 });
  });

  test.each(['runs undo RUN --yes', 'runs undo RUN -n', 'runs resume RUN -n', 'runs resolve RUN'])(
    '%s watches a lock that shows no sign of life',
    async (line) => {
      const shop = await behind({ A: 1, B: 2 }, (before) => [undefined, wrongKeys][before]);
      const { run } = await started(shop, 'sku,quantity\nA,5\nB,6\n');
      const at = '2026-11-22T01:00:00.000Z';
      const { lock, holder } = directoryOf(join(shop.cwd, 'state', 'runs'), run);
      await mkdir(lock);
      await writeFile(holder, JSON.stringify({ pid: 7, host: 'pod-3', at }), { mode: 0o600 });
      const stop = new AbortController();
      const { stderr } = await shop.resale(line.replace('RUN', run), {
        interruption: stop.signal,
        onStderr: () => stop.abort(new Interrupted('SIGINT')),
      });
      expect(stderr).toContain(
        `Process 7 on pod-3 has been working on the run since ${at}. Unless it shows within 5 s that it is alive, this one goes on.\n`,
      );
    },
  );

  it('of a run that another process is at work on is refused', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    const lock = await lockRun(directoryOf(join(shop.cwd, 'state', 'runs'), run));
    const screen = await shop.resale(`runs undo ${run} --yes`);
    await lock.release();
    expect([screen.exitCode, errorOf(screen).code, await shop.stock()]).toEqual([7, 'run-locked', { A: 5 }]);
  });

  it('of closings says which listings stay closed', async () => {
    const shop = await warehouse({ A: 4 });
    const { run } = await started(shop, 'sku\nA\n', 'listings close');
    const { exitCode, stderr } = await shop.resale(`runs undo ${run} --yes`);
    expect([exitCode, stderr, await shop.stock()]).toEqual([
      0,
      expect.stringContaining('1 to change (1 in a closed listing, which stays closed).'),
      { A: 4 },
    ]);
  });

  it('is a separate run, which can be undone', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    await shop.resale(`runs undo ${run} --yes`);
    const undo = (await runsIn(shop)).find((name) => name !== run) ?? '';
    const [listed] = JSON.parse((await shop.resale('runs list')).stdout).filter(
      (one: { run: string }) => one.run === undo,
    );
    expect(listed).toMatchObject({ operation: 'runs undo', undoes: run, state: 'finished', applied: 1 });
    await shop.resale(`runs undo ${undo} --yes`);
    expect(await shop.stock()).toEqual({ A: 5 });
  });

  it('is known of the run that it undid, until it is undone itself', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    const undoneBy = async () => JSON.parse((await shop.resale(`runs show ${run}`)).stdout).undoneBy;
    const newUndo = async (name: string) => {
      const before = await runsIn(shop);
      await shop.resale(`runs undo ${name.slice(-4)} --yes`);
      return (await runsIn(shop)).find((one) => !before.includes(one)) ?? '';
    };
    expect(await undoneBy()).toBeNull();
    const first = await newUndo(run);
    expect(await undoneBy()).toBe(first);
    expect((await shop.resale(`runs show ${run}`, { terminal: 80 })).stdout).toMatch(
      new RegExp(`^UNDONE BY +.*${short(first)}$`, 'm'),
    );
    await newUndo(first);
    expect(await undoneBy()).toBeNull();
    expect(await newUndo(run)).toBe(await undoneBy());
  });

  it('with --dry-run shows what it would restore, and changes nothing', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    shop.requests.length = 0;
    const [, plan] = await shop.reports(`runs undo ${run} -n`);
    expect(plan).toEqual([
      expect.objectContaining({ id: shop.ids.A, effect: 'change', before: 5, after: 1 }),
    ]);
    expect([shop.changes(), (await runsIn(shop)).length]).toEqual([[], 1]);
  });

  it('needs a yes, and leaves no run without it', async () => {
    const shop = await warehouse({ A: 1 });
    const { run } = await started(shop, 'sku,quantity\nA,5\n');
    expect((await shop.resale(`runs undo ${run}`)).exitCode).toBe(2);
    expect([await shop.stock(), (await runsIn(shop)).length]).toEqual([{ A: 5 }, 1]);
  });

  it('of grades is refused', async () => {
    const shop = await warehouse();
    const stdin = '{"id":"7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64","condition":"GOOD"}';
    const { run } = await started(shop, stdin, 'grade');
    const screen = await shop.resale(`runs undo ${run} --yes`);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, "Grade can't be undone."]);
  });
});

describe('runs prune', () => {
  it('removes only finished, old runs, after a yes', async () => {
    const shop = await behind({ A: 1, B: 2, C: 3 }, (before) =>
      before === 1 ? neverCame : before === 2 ? wrongKeys : undefined,
    );
    const finished = await started(shop, 'sku,quantity\nA,5\n');
    await started(shop, 'sku,quantity\nB,6\n');
    await started(shop, 'sku,quantity\nC,7\n');
    expect((await runsIn(shop)).length).toBe(3);
    expect(JSON.parse((await shop.resale('runs prune --yes')).stdout)).toEqual([]);
    const dry = await shop.resale('runs prune --older-than 0 -n');
    expect(dry.stderr).toMatch(/^This is a dry run: nothing was removed\. \d runs? would be\.\n$/);
    const would = JSON.parse(dry.stdout);
    expect(would.map(({ run }: { run: string }) => run)).toEqual([finished.run]);
    expect((await shop.resale('runs prune --older-than 0')).exitCode).toBe(2);
    expect((await runsIn(shop)).length).toBe(3);
    await shop.resale('runs prune --older-than 0 --yes');
    expect((await runsIn(shop)).includes(finished.run)).toBe(false);
    expect((await runsIn(shop)).length).toBe(2);
  });
});

it('a resume that is stopped before it looks at a row does not take it for one that was never sent', async () => {
  const shop = await behind({ A: 1, B: 1 }, (before) => (before === 0 ? neverCame : { afterwards: hangUp }));
  const { run } = await started(shop, 'sku,delta\nB,1\nA,1\n', 'inventory adjust');
  // While the second row waited for its answer; the first one is to be sent again.
  await killed(shop, run);
  await shop.resale(`runs resolve ${run} --rows 1 --as retry`);

  const stop = new AbortController();
  shop.weather.meddle = () => ({ first: () => stop.abort(new Interrupted('SIGINT')) });
  const resume = `runs resume ${run} --settle 0 --concurrency 1 --failed-out failed.csv`;
  const outcomes = (reports: Report[]) => reports.map(({ line, outcome }) => `${line} ${outcome}`);
  const [stopped, reports] = await shop.reports(resume, { interruption: stop.signal });
  expect([stopped, outcomes(reports), await shop.read('failed.csv')]).toEqual([
    130,
    ['2 applied', '3 unknown'],
    'sku,delta\n',
  ]);
  shop.weather.meddle = calm;
  const [exitCode, rest] = await shop.reports(resume);
  expect([exitCode, outcomes(rest), await shop.stock()]).toEqual([0, ['3 converged'], { A: 2, B: 2 }]);
});
