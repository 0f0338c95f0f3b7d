import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import type { CallAnswer } from '../../src/service/endpoint.ts';
import type { Endpoints } from '../../src/service/endpoints.ts';
import { onWire, translationFor } from '../support/dialect.ts';
import { harmOn } from '../support/nasty.ts';
import { printedIn } from '../support/printed.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The identifiers in a screen's JSON. */
const ids = (stdout: string): string[] => JSON.parse(stdout).map(({ id }: { id: string }) => id);

describe('in a pipe it prints all listings as one array of JSON', () => {
  test.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [450, 3],
  ])('%i listings, in %i requests', async (listings, pages) => {
    const { env, requests } = await sandboxed({ listings });
    const { exitCode, stdout, stderr } = await resale('listings list', { env });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(new Set(ids(stdout)).size).toBe(listings);
    expect(requests).toEqual(Array(pages).fill('GET /v1/listings 200'));
  });
});

test('each listing is printed as the service sent it, unknown fields too', async () => {
  const listing = { id: 'a', state: 'ARCHIVED', availableInventory: 3, weight: { grams: 1.5 }, big: 1 };
  const { env } = await startService({
    '/v1/listings': json(200, { listings: [listing], pageInfo: { hasNextPage: false, endCursor: null } }),
  });
  const { stdout } = await resale('listings list', { env });
  expect(JSON.parse(stdout)).toEqual([listing]);
});

describe('other formats', () => {
  it('ndjson: a listing a line', async () => {
    const { env } = await sandboxed({ listings: 3 });
    const lines = (await resale('listings list -o ndjson', { env })).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).externalIdentifier)).toEqual([
      'RETURN-000001',
      'RETURN-000002',
      'RETURN-000003',
    ]);
  });

  it('csv: a header, quoting, and nothing that a spreadsheet would run', async () => {
    const { env } = await startService({
      '/v1/listings': json(200, {
        listings: [
          { id: 'a', sku: 'one, "two"', availableInventory: -3, externalIdentifier: '=1+1' },
          { id: 'b', sku: 'a\nb', availableInventory: 2, externalIdentifier: null },
        ],
        pageInfo: { hasNextPage: false },
      }),
    });
    expect((await resale('listings list -o csv', { env })).stdout).toBe(
      `id,state,condition,sku,availableInventory,externalIdentifier
a,,,"one, ""two""",-3,'=1+1
b,,,"a
b",2,
`,
    );
  });

  it('csv of no listings: the header', async () => {
    const { env } = await sandboxed({ listings: 0 });
    expect((await resale('listings list -o csv', { env })).stdout).toBe(
      'id,state,condition,sku,availableInventory,externalIdentifier\n',
    );
  });

  it('table: also all of them, if stdout is not a terminal', async () => {
    const { env } = await sandboxed({ listings: 60 });
    const { stdout, stderr } = await resale('listings list -o table', { env: { ...env, COLUMNS: '120' } });
    expect([stdout.split('\n').length, stderr]).toEqual([62, '']);
    expect(stdout.split('\n')[0]).toMatch(/^ID +STATE +CONDITION +SKU +INVENTORY +EXTERNAL ID$/);
  });
});

describe('which listings', () => {
  it.each(['open', 'OPEN', 'closed', 'Closed'])('--state %s', async (state) => {
    const { env } = await sandboxed();
    const { stdout } = await resale(`listings list --state ${state}`, { env });
    const states = JSON.parse(stdout).map((listing: { state: string }) => listing.state);
    expect(new Set(states)).toEqual(new Set([state.toUpperCase()]));
  });

  it('--condition keeps those in any of several, page by page, and --limit and --count count these', async () => {
    const { env, requests } = await sandboxed();
    const all: { id: string; condition: string }[] = JSON.parse(
      (await resale('listings list', { env })).stdout,
    );
    const wanted = all.filter(({ condition }) => condition === 'GOOD' || condition === 'MINOR_DEFECT');
    const list = 'listings list --condition good --condition Minor_Defect --page-size 10';
    requests.length = 0;
    expect(ids((await resale(list, { env })).stdout)).toEqual(wanted.map(({ id }) => id));
    expect(requests).toHaveLength(12);
    expect((await resale(`${list} --count`, { env })).stdout).toBe(`${wanted.length}\n`);
    requests.length = 0;
    const { stdout } = await resale(`${list} --limit 1`, { env });
    expect(ids(stdout)).toEqual([wanted[0]?.id]);
    expect(requests).toHaveLength(Math.floor(all.findIndex(({ id }) => id === wanted[0]?.id) / 10) + 1);
  });

  it('--condition on a terminal says that there are more where the limit cut the last page, too', async () => {
    const { env } = await sandboxed();
    const line = 'listings list --condition good --limit 1 --page-size 200';
    expect((await resale(line, { env, terminal: 120 })).stderr).toBe(
      'There are more: use a higher --limit, or --all.\n',
    );
  });

  it('--limit counts over all pages, and the last page is asked for no more than is left', async () => {
    const { env, requests } = await sandboxed();
    const all = ids((await resale('listings list', { env })).stdout);
    requests.length = 0;
    const { stdout, stderr } = await resale('listings list --limit 25 --page-size 10', { env });
    expect(ids(stdout)).toEqual(all.slice(0, 25));
    expect([stderr, requests.length]).toEqual(['', 3]);
  });

  it('--after continues after a cursor', async () => {
    const { env } = await sandboxed({ listings: 5 });
    const all = ids((await resale('listings list', { env })).stdout);
    const said = await resale(`api GET /v1/listings --field ${onWire.query.pageSize}=2`, { env });
    const page = translationFor('listListings').answer.fromWire(JSON.parse(said.stdout)) as CallAnswer<
      Endpoints['listListings']
    >;
    const { stdout } = await resale(`listings list --after ${page.pageInfo.endCursor}`, { env });
    expect(ids(stdout)).toEqual(all.slice(2));
  });

  it.each([
    ['', '120\n'],
    ['--limit 7', '7\n'],
    ['--page-size 7', '120\n'],
    ['--json', '120\n'],
  ])('--count %s → %s', async (flags, count) => {
    const { env } = await sandboxed();
    expect(await resale(`listings list --count ${flags}`, { env })).toEqual({
      exitCode: 0,
      stdout: count,
      stderr: '',
    });
  });

  it('--count --state closed counts what --state closed lists', async () => {
    const { env } = await sandboxed();
    const closed = ids((await resale('listings list --state closed', { env })).stdout).length;
    expect((await resale('listings list --count --state closed', { env })).stdout).toBe(`${closed}\n`);
    expect(closed).toBeLessThan(120);
  });

  it('--count counts all of them on a terminal, too', async () => {
    const { env } = await sandboxed();
    expect((await resale('listings list --count', { env, terminal: 80 })).stdout).toBe('120\n');
  });
});

describe('on a terminal', () => {
  /** The words of the command on stderr that goes on, as a shell parts them, without `resale`. */
  const goesOn = (stderr: string): string[] => {
    const [, command] =
      /^There are more(?: \(or all of them with --all\))?:\s(resale .*)$/ms.exec(stderr) ?? [];
    const script = `resale() { for word; do printf '%s\\0' "$word"; done; }\n${command ?? 'false'}`;
    return execFileSync('sh', ['-ec', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  };
  const rows = (stdout: string) =>
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(' ')[0]);

  it('stops after 50, and says on stderr how to go on; that command gives the rest', async () => {
    const { env } = await sandboxed();
    const all = ids((await resale('listings list', { env })).stdout);
    const first = await resale('listings list', { env, terminal: 120 });
    expect(rows(first.stdout)).toEqual(all.slice(0, 50));
    const second = await resale(goesOn(first.stderr), { env, terminal: 120 });
    expect(rows(second.stdout)).toEqual(all.slice(50, 100));
    const third = await resale(goesOn(second.stderr), { env, terminal: 120 });
    expect(rows(third.stdout)).toEqual(all.slice(100));
    expect(third.stderr).toBe('');
  });

  it('the command for the next page asks the same service for the same', async () => {
    // The profile that is always there speaks the neutral words.
    const { env, baseUrl } = await sandboxed({ dialect: {} });
    const line = `listings list --profile sandbox --base-url ${baseUrl} --state open --limit 2 --page-size 1`;
    const { stderr } = await resale(line, { env: { RESALE_CONFIG_DIR: '/nonexistent' }, terminal: 120 });
    expect(goesOn(stderr).join(' ')).toMatch(
      new RegExp(
        `^listings list --profile sandbox --base-url ${baseUrl} --state open --limit 2 --page-size 1 --after \\S+$`,
      ),
    );
    expect((await resale(goesOn(stderr), { env, terminal: 120 })).exitCode).toBe(0);
  });

  it('the cursor is quoted, whatever the service made it of', async () => {
    const { env } = await startService({
      '/v1/listings': json(200, {
        listings: [{ id: 'a' }],
        pageInfo: { hasNextPage: true, endCursor: "it's $HOME; rm" },
      }),
    });
    const { stderr } = await resale('listings list --limit 1', { env, terminal: 80 });
    expect(stderr).toBe("There are more: resale listings list --limit 1 --after 'it'\\''s $HOME; rm'\n");
    expect(goesOn(stderr)).toEqual(['listings', 'list', '--limit', '1', '--after', "it's $HOME; rm"]);
  });

  it('a cursor that would act on the terminal does not, and is the same for a shell', async () => {
    const endCursor = `next\u001b]52;c;cm0=\u0007 ${'x'.repeat(90)}`;
    const { env } = await startService({
      '/v1/listings': json(200, {
        listings: [{ id: 'a' }],
        pageInfo: { hasNextPage: true, endCursor },
      }),
    });
    const { stderr } = await resale('listings list --limit 1', { env, terminal: 80 });
    expect(await harmOn(stderr, 80)).toEqual([]);
    expect(goesOn(stderr).at(-1)).toBe(endCursor);
  });

  it.each([20, 40, 80])('at %i columns it is in one line all the same, for who copies it', async (width) => {
    const { env } = await sandboxed();
    const line = 'listings list --state open --limit 2 --page-size 1 --timeout 9 --no-color';
    const all = ids((await resale('listings list --state open', { env })).stdout);
    const { stderr } = await resale(line, { env, terminal: width });
    expect(stderr).toMatch(/^There are more:\nresale listings list .*--after \S+$/m);
    const second = await resale([...goesOn(stderr), '-o', 'json'], { env });
    expect(ids(second.stdout)).toEqual(all.slice(2, 4));
  });

  it('leaves --out away, which would write over what is there', async () => {
    const { env } = await sandboxed();
    const cwd = temporaryFolder();
    const { stderr } = await resale('listings list --limit 3 --out some.json', { env, cwd, terminal: 120 });
    expect(goesOn(stderr).slice(0, 4)).toEqual(['listings', 'list', '--limit', '3']);
    expect(stderr).not.toContain('--out');
  });

  it('says so for every format: 50 listings must not pass for all of them', async () => {
    const { env } = await sandboxed();
    for (const format of ['json', 'ndjson', 'csv']) {
      const { stderr } = await resale(`listings list -o ${format}`, { env, terminal: 80 });
      expect(goesOn(stderr).join(' ')).toContain(`--output ${format} --after`);
    }
  });

  it('has only ASCII characters if the terminal shows no others', async () => {
    const { env } = await sandboxed();
    const { stdout } = await resale('listings list', { env: { ...env, TERM: 'dumb' }, terminal: 100 });
    expect(stdout).toContain('...');
    expect(stdout).toMatch(/^[ -~\n]*$/);
  });

  it.each(['--all', '--limit 120'])('%s prints all of them', async (flags) => {
    const { env } = await sandboxed();
    const { stdout, stderr } = await resale(`listings list ${flags} -o ndjson`, { env, terminal: 80 });
    expect([stdout.split('\n').length, stderr]).toEqual([121, '']);
  });

  it('says that there are none', async () => {
    const { env } = await sandboxed({ listings: 0 });
    expect(await resale('listings list', { env, terminal: 80 })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'No listings.\n',
    });
  });

  it('shows no control character that the service sent', async () => {
    const { env } = await startService({
      '/v1/listings': json(200, {
        listings: [{ id: 'a', sku: '\u001b[2Jgone' }],
        pageInfo: { hasNextPage: false },
      }),
    });
    const { stdout } = await resale('listings list', { env, terminal: 100 });
    expect(stdout).toContain('\\u001b[2Jgone');
  });
});

describe('a page is shown before the next one is asked for: page two is held back until page one was seen', () => {
  it.each(['json', 'ndjson', 'ndjson --jq .id', 'csv', 'table', 'yaml'])('-o %s', async (format) => {
    let pageOneWasSeen = () => {};
    const seen = new Promise<void>((resolve) => {
      pageOneWasSeen = resolve;
    });
    const { env } = await startService({
      '/v1/listings': (response, request) => {
        const second = request.url?.includes('after=next') === true;
        const page = second
          ? { listings: [{ id: 'later' }], pageInfo: { hasNextPage: false } }
          : { listings: [{ id: 'first' }], pageInfo: { hasNextPage: true, endCursor: 'next' } };
        void (second ? seen : Promise.resolve()).then(() => json(200, page)(response, request));
      },
    });
    const { exitCode, stdout } = await resale(`listings list -o ${format}`, {
      env,
      onStdout: (text) => text.includes('first') && pageOneWasSeen(),
    });
    expect([exitCode, stdout.includes('later')]).toEqual([0, true]);
  });
});

describe('pages that go wrong never pass for a whole list', () => {
  type Page = { listings: object[]; pageInfo: object };
  const first: Page = { listings: [{ id: 'a' }], pageInfo: { hasNextPage: true, endCursor: 'c1' } };
  /** A service whose second page is the given one. */
  const withSecond = (second: Page) =>
    startService({
      '/v1/listings': (response, request) =>
        json(200, request.url?.includes('after=') ? second : first)(response, request),
    });

  it('a second page that fails: the array stays open, so that jq fails too; exit 7', async () => {
    const { env } = await startService({
      '/v1/listings': (response, request) =>
        (request.url?.includes('after=') ? json(500, { error: 'no luck' }) : json(200, first))(
          response,
          request,
        ),
    });
    const screen = await resale('listings list --max-retries 0', { env });
    expect(screen.stdout).toBe('[\n  {\n    "id": "a"\n  }');
    expect([screen.exitCode, errorOf(screen).message]).toEqual([7, 'The service failed (500): no luck.']);
  });

  it.each<[string, Page, string]>([
    [
      'a cursor that comes again',
      { listings: [{ id: 'b' }], pageInfo: { hasNextPage: true, endCursor: 'c1' } },
      'The service gave the same cursor again, so its pages would never end.',
    ],
    [
      'more to come, but no cursor',
      { listings: [{ id: 'b' }], pageInfo: { hasNextPage: true, endCursor: null } },
      'The service says that there are more listings, but gives no cursor to them.',
    ],
    [
      'more to come, but an empty cursor',
      { listings: [{ id: 'b' }], pageInfo: { hasNextPage: true, endCursor: '' } },
      'The service says that there are more listings, but gives no cursor to them.',
    ],
  ])('%s: exit 1', async (_, second, message) => {
    const { env } = await withSecond(second);
    const screen = await resale('listings list', { env });
    expect(() => JSON.parse(screen.stdout)).toThrow(SyntaxError);
    expect([screen.exitCode, errorOf(screen).message]).toEqual([1, message]);
  });

  it('an empty page with more after it is not the end', async () => {
    let page = 0;
    const pages: Page[] = [
      { listings: [], pageInfo: { hasNextPage: true, endCursor: 'c1' } },
      { listings: [{ id: 'b' }], pageInfo: { hasNextPage: false } },
    ];
    const { env } = await startService({
      '/v1/listings': (response, request) => json(200, pages[page++])(response, request),
    });
    expect(ids((await resale('listings list', { env })).stdout)).toEqual(['b']);
  });

  it('a listing that comes twice is printed once, with a notice', async () => {
    const { env } = await withSecond({
      listings: [{ id: 'a' }, { id: 'b' }],
      pageInfo: { hasNextPage: false },
    });
    const { exitCode, stdout, stderr } = await resale('listings list', { env });
    expect([exitCode, ids(stdout)]).toEqual([0, ['a', 'b']]);
    expect(stderr).toBe('1 listing came twice, because the list changed meanwhile; each is shown once.\n');
  });
});

test.each([
  ['--limit 0', '--limit must be 1 or more, not 0.'],
  ['--limit ten', "--limit must be a whole number, not 'ten'."],
  ['--page-size 0', '--page-size must be 1 or more, not 0.'],
  ['--page-size 201', '--page-size must be 200 or less, not 201.'],
  ['--state sold', "--state must be one of open, closed, not 'sold'."],
  ["--after ''", '--after must not be empty.'],
  ['--all --limit 3', '--all contradicts --limit.'],
  [
    '--page-size 0 --state sold',
    "--state must be one of open, closed, not 'sold'; --page-size must be 1 or more, not 0.",
  ],
])('%s → exit 2, nothing is sent', async (flags, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`listings list ${flags}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

it('a cursor that the service does not know: exit 1, in its own words', async () => {
  const { env } = await sandboxed();
  const screen = await resale('listings list --after nonsense', { env });
  expect([screen.exitCode, screen.stdout, errorOf(screen).code]).toEqual([1, '', 'refused']);
});

it('--dry-run prints the request for the first page', async () => {
  const { env, requests } = await sandboxed();
  const { stdout } = await resale('listings list --state open --limit 7 --dry-run', { env });
  const { method, url, body } = printedIn(stdout);
  expect([method, url, body, requests]).toEqual([
    'GET',
    `${env.RESALE_BASE_URL}/v1/listings?state=OPEN&limit=7`,
    null,
    [],
  ]);
});

/** A service that shows all its listings at once, whatever it is asked for. */
const listing = (id: string, state?: string) => ({ id, ...(state === undefined ? {} : { state }) });
const showing = (...listings: object[]) =>
  startService({
    '/v1/listings': json(200, { listings, pageInfo: { hasNextPage: false, endCursor: null } }),
  });

describe('a listing of another state than was asked for: exit 1, the page is not shown, and the dialect is named', () => {
  test.each([
    ['', '[\n'],
    [' -o ndjson', ''],
    [' -o csv', ''],
    [' --count', ''],
    [' --limit 1', '[\n'],
    [' --jq .[].id', ''],
  ])('listings list --state open%s', async (more, stdout) => {
    const { env } = await showing(listing('a', 'OPEN'), listing('b', 'CLOSED'));
    const screen = await resale(`listings list --state open${more}`, { env });
    expect(screen.exitCode).toBe(1);
    expect(stdout.startsWith(screen.stdout.trimEnd())).toBe(true);
    expect(screen.stdout).not.toContain('"a"');
    expect(screen.stderr).toMatch(
      /only OPEN listings were asked for, but the service sent b, which is CLOSED/i,
    );
    expect(screen.stderr).toContain('--dialect query.state=');
  });

  it('if its state is not told, or is a word that is not known', async () => {
    for (const [state, said] of [
      [undefined, 'has no state'],
      ['closed', 'is closed'],
    ] as const) {
      const { env } = await showing(listing('a', state));
      const screen = await resale('listings list --state closed', { env });
      expect([screen.exitCode, errorOf(screen).code, errorOf(screen).message]).toEqual([
        1,
        'filter-ignored',
        `Only CLOSED listings were asked for, but the service sent a, which ${said}.`,
      ]);
    }
  });

  it('on a later page: what came before was shown, and the array stays unclosed', async () => {
    const { env } = await startService({
      '/v1/listings': (response, request) =>
        json(200, {
          listings: request.url?.includes('after=') ? [listing('b', 'CLOSED')] : [listing('a', 'OPEN')],
          pageInfo: { hasNextPage: !request.url?.includes('after='), endCursor: 'c' },
        })(response, request),
    });
    const screen = await resale('listings list --state open', { env });
    expect([screen.exitCode, screen.stdout.includes('"a"'), screen.stdout.includes('"b"')]).toEqual([
      1,
      true,
      false,
    ]);
    expect(() => JSON.parse(screen.stdout)).toThrow();
  });

  it('without --state, every state is fine', async () => {
    const { env } = await showing(listing('a', 'OPEN'), listing('b', 'CLOSED'), listing('c'));
    const { exitCode, stdout } = await resale('listings list', { env });
    expect([exitCode, ids(stdout)]).toEqual([0, ['a', 'b', 'c']]);
  });
});

describe('a page that is longer than was asked for', () => {
  test.each([
    ['--page-size 2', ['a', 'b', 'c']],
    ['--limit 2', ['a', 'b']],
  ])('%s: what was asked for is shown, with a warning', async (flags, shown) => {
    const { env } = await showing(...['a', 'b', 'c'].map((id) => listing(id, 'OPEN')));
    const { exitCode, stdout, stderr } = await resale(`listings list ${flags}`, { env });
    expect([exitCode, ids(stdout)]).toEqual([0, shown]);
    expect(stderr).toMatch(
      /^A page had 3 listings, more than were asked for\. .*resale profiles set PROFILE --dialect query\.pageSize=WORD/,
    );
  });

  it('with --count, too, which is right all the same', async () => {
    const { env } = await showing(...['a', 'b', 'c'].map((id) => listing(id, 'OPEN')));
    const { stdout, stderr } = await resale('listings list --count --page-size 2', { env });
    expect([stdout, stderr.startsWith('A page had 3 listings')]).toEqual(['3\n', true]);
  });
});
