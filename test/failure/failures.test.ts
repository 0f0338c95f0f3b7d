import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as changes from '../../src/changes/change-errors.ts';
import { noCounts } from '../../src/changes/outcome.ts';
import { unhealthy } from '../../src/doctor/examine.ts';
import { exitCodes, exitOfRun } from '../../src/failure/codes.ts';
import { explain, Failure, Interrupted } from '../../src/failure/failure.ts';
import * as feed from '../../src/feed/feed-errors.ts';
import { notWhole } from '../../src/feed/named-feed.ts';
import * as disk from '../../src/files/file-error.ts';
import { errorSchema } from '../../src/help/answer-schemas.ts';
import * as client from '../../src/http/call-error.ts';
import type { Attempt, CallFacts, Reason } from '../../src/http/call-facts.ts';
import * as network from '../../src/http/connection/connection-error.ts';
import * as jq from '../../src/jq/complaints.ts';
import { CommandLine } from '../../src/line/command-line.ts';
import { report } from '../../src/line/report-error.ts';
import * as cli from '../../src/line/usage-error.ts';
import { InvalidDirectory } from '../../src/profiles/directories.ts';
import * as keys from '../../src/profiles/keys/key-errors.ts';
import * as profiles from '../../src/profiles/profile-names.ts';
import { profilesBusy } from '../../src/profiles/settings-files.ts';
import * as ownRuns from '../../src/runs/command/own-run.ts';
import * as journal from '../../src/runs/journal/journal-errors.ts';
import * as lock from '../../src/runs/journal/lock.ts';
import * as plans from '../../src/runs/plan/plan-errors.ts';
import { RowReasons } from '../../src/runs/plan/row-reasons.ts';
import * as runEnds from '../../src/runs/report/run-end.ts';
import * as rows from '../../src/runs/rows/row-source.ts';
import * as sandbox from '../../src/sandbox/faults/spec.ts';
import { InvalidDialect } from '../../src/service/dialect.ts';
import * as sheets from '../../src/sheets/unreadable-workbook.ts';
import { ClosedPipe, type Io } from '../../src/terminal/io.ts';
import { InputEnded } from '../../src/terminal/prompts/keyboard.ts';
import { flagName } from '../../src/words/resale-line.ts';
import { MemoryOutput } from '../support/output.ts';
import { broken } from '../support/schemas.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const run = '20261122T120000Z-7f3a';

const reasons = new RowReasons();
reasons.add({ outcome: 'fault', error: { code: 'invalid-row', message: 'id is missing' }, line: 3 });

/** A run that did not do all its rows. */
const runEnd = (how: Partial<runEnds.RunEnd>, isUnfinished = how.stoppedBy !== undefined) =>
  runEnds.rowsNotDone(
    {
      run,
      counts: noCounts(),
      inClosedListings: 0,
      leftOut: 0,
      stoppedBy: undefined,
      isPinned: false,
      format: 'csv',
      unknownLines: [],
      closed: 0,
      worked: 0,
      ...how,
    },
    isUnfinished,
    (verb, flags) =>
      `resale runs ${verb} ${run} --profile live${Object.keys(flags).map((name) => ` ${flagName(name)} FILE`)}`,
  );

/** A call that was not confirmed. */
const call = (
  attempt: Attempt,
  reason: Reason,
  facts: Partial<CallFacts> = {},
  cause?: unknown,
): client.CallError =>
  new client.CallError(
    attempt,
    reason,
    {
      method: facts.effect === 'change' ? 'POST' : 'GET',
      url: 'https://api.shop.example/v1/listings',
      effect: 'read',
      detail: 'something was wrong',
      ...facts,
    },
    { cause },
  );

const change = { effect: 'change' } as const;
const counts = (some: Partial<Record<'applied' | 'refused' | 'unsent' | 'unknown', number>>) => ({
  ...noCounts(),
  ...some,
});

/** Every error that has a name, and each way in which it is explained. */
const failures: Readonly<Record<string, unknown>> = {
  // Used wrongly.
  'several faults': new cli.UsageError([
    { name: '--shop', message: 'is missing', field: 'shopId' },
    { name: '', message: 'b is wrong' },
  ]),
  'input that breaks a rule': new client.InvalidInput([{ path: 'shopId', message: 'is missing' }]),
  'advice of a command': new cli.Advised(call('rejected', 'refused', { status: 400 }), 'Try another.'),
  'a no': cli.declined('This closes it.'),
  'the end of the input': new InputEnded(),
  'a file that takes no output': new disk.UnwritableFile('/a', 'it is a directory'),
  'an expression that fails': jq.expressionFailed('cannot index', '{"a": 1}\n'),
  'an expression that takes too much': jq.expressionFailed('cannot allocate memory', undefined),
  'names that clash': new InvalidDialect('dialect.query.state', 'has the same name as another'),
  'a name of a deployment that is not known': new InvalidDialect('dialect.x', 'is unknown', ['a', 'b']),

  // Changes.
  'a conflict': new changes.Conflict(id, 4, { inventory: 2, isClosed: false }, 5),
  'below zero': new changes.OutOfRange(id, 3, -1),
  'more than can be counted': new changes.OutOfRange(id, 3, 2 ** 53),
  '--no-close': new changes.WouldClose(id, 3),
  'an unknown outcome': new changes.UnknownOutcome(
    { clause: 'setting it', id: undefined, before: null },
    'it is still 3',
    { cause: undefined },
  ),
  'an unknown outcome with a trace': new changes.UnknownOutcome(
    { clause: 'creating it', id: undefined, before: null },
    'there is one like it',
    { cause: call('ambiguous', 'interrupted', change, new Interrupted('SIGTERM')), found: [id] },
  ),

  // Calls.
  'not found by the tool': cli.nothingThere('no listing has it', 'Look again.'),
  'not found by the service': call('rejected', 'refused', { status: 404, serviceMessage: 'no such listing' }),
  'not found by somebody else': call('ambiguous', 'not-the-service', {
    status: 404,
    detail: 'api.shop.example answered 404 with a web page, not with an answer of the service',
    baseUrlFrom: 'It comes from the profile "a".',
  }),
  'credentials refused': call('rejected', 'refused', {
    status: 403,
    serviceMessage: 'no',
    requestId: 'r-1',
    aboutKeys: 'The credentials came from the profile "a".',
    credentialHeaders: ['client-id', 'api-key'],
  }),
  'credentials refused otherwise': call('rejected', 'refused', { ...change, status: 401 }),
  'a conflict that the service tells': call('rejected', 'refused', {
    ...change,
    method: 'PUT',
    status: 409,
    mayConflict: true,
    detail: 'it is 2',
  }),
  refused: call('rejected', 'refused', { ...change, status: 400, serviceMessage: 'no' }),
  unreachable: call('not-sent', 'unreachable', change),
  'a host that is not known': call('not-sent', 'unreachable', { code: 'ENOTFOUND' }),
  'a host of a profile that is not known': call('not-sent', 'unreachable', {
    ...change,
    code: 'ENOTFOUND',
    baseUrlFrom: 'To change the base URL: resale profiles set live --base-url URL',
  }),
  'a port that nobody listens at': call('not-sent', 'unreachable', {
    code: 'ECONNREFUSED',
    baseUrlFrom: 'The base URL comes from RESALE_BASE_URL.',
  }),
  'a proxy that is not there': call('not-sent', 'unreachable', { code: 'ECONNREFUSED', isProxys: true }),
  'nothing on this machine': call('not-sent', 'unreachable', {
    code: 'ECONNREFUSED',
    url: 'http://127.0.0.1:4141/v1/listings',
  }),
  'no safe connection': call('not-sent', 'tls'),
  'no safe connection for a change': call('not-sent', 'tls', change),
  'a proxy that refuses': call('not-sent', 'proxy'),
  'rate-limited': call('not-processed', 'rate-limited', change),
  'rate-limited for ever': call('not-processed', 'rate-limited', { retryAfterMs: 1e18 }),
  'a read that timed out': call('ambiguous', 'timeout'),
  'a read whose answer was lost': call('ambiguous', 'connection-lost'),
  'a read that the service failed at': call('ambiguous', 'server-error', { status: 500 }),
  'an answer that is none': call('ambiguous', 'bad-answer'),
  'an answer that lacks a field': call('ambiguous', 'bad-answer', { lacksField: true }),
  'a redirect': call('ambiguous', 'redirect', { location: 'https://a.example/b' }),
  'a change whose answer was lost': call('ambiguous', 'connection-lost', change),
  'a list that is refused': call('rejected', 'refused', {
    status: 400,
    openNames: ['limit (query.pageSize)'],
    profile: 'live',
  }),
  'pages without end': new client.BrokenPages('the same cursor again', 2),

  // Stopped.
  'Ctrl-C': new Interrupted('SIGINT'),
  'a hang-up': new Interrupted('SIGHUP'),
  'a wish to end': new Interrupted('SIGTERM'),
  'a call that was withdrawn': call('ambiguous', 'interrupted'),
  'a read that a signal cut short': call('ambiguous', 'interrupted', {}, new Interrupted('SIGHUP')),
  'a change that was not sent for a signal': call(
    'not-sent',
    'interrupted',
    change,
    new Interrupted('SIGINT'),
  ),
  'a change that a signal cut short': call('ambiguous', 'interrupted', change, new Interrupted('SIGTERM')),
  'a reader who has read enough': new ClosedPipe(),

  // The way to a host.
  'a host that does not answer': new network.NoConnection({ obstacle: 'unreachable', detail: 'no answer' }),
  'a host that is not safe': new network.NoConnection({ obstacle: 'tls', detail: 'no trust' }),
  'a proxy in the way': new network.NoConnection({ obstacle: 'proxy', detail: 'it says no' }),
  'no base URL': new network.InvalidBaseUrl('--base-url', 'is not a valid URL'),
  'no authorities': new network.UnusableAuthorities('--ca-bundle', '/ca.pem', 'is empty'),
  'no proxy': network.unusableProxy('HTTPS_PROXY', 'is not a URL'),
  'what doctor found': unhealthy(
    [
      {
        check: 'connection',
        status: 'failed',
        error: new network.NoConnection({ obstacle: 'unreachable', detail: '' }),
      },
      { check: 'feed', status: 'failed' },
    ],
    '2 failed',
  ) as Failure,
  'what doctor found besides': unhealthy([{ check: 'tool', status: 'failed' }], '1 failed') as Failure,

  // Profiles and keys.
  'a profile that is there': profiles.profileExists('x'),
  'a profile that is not there': profiles.unknownProfile('sandbo', ['sandbox']),
  'no profile of two': new keys.NoProfile(['a', 'sandbox']),
  'no profile': new keys.NoProfile(['sandbox']),
  'no credentials': new keys.NoCredentials(undefined),
  'no credentials of a profile': new keys.NoCredentials('live'),
  'credentials for somewhere else': keys.foreignOrigin('x', 'https://a', 'https://b'),
  'no key': new keys.InvalidKey('RESALE_API_KEY', 'is empty'),
  'no keyring': new keys.KeyringFailed('the keyring could not be asked'),
  'no directory': new InvalidDirectory('HOME'),
  'a settings file of others': new disk.UnusableFile('/a', 'is a symbolic link', 'Remove it'),
  'profiles that somebody changes': profilesBusy('/lock'),

  // Runs of many rows.
  'a file that changed': plans.inputChanged('stock.csv'),
  'too much': plans.tooMuch('this closes 7 listings'),
  'too much, as the plan shows': plans.tooMuch('this closes 7 listings').shown(['Plan: 9 rows: 7 to close.']),
  'rows with faults': plans.faultyRows(2, reasons),
  'rows with faults, as the plan shows': plans.faultyRows(1, reasons).shown([]),
  'rows that were refused': runEnd({ counts: counts({ applied: 2, refused: 1 }) }),
  'rows that were refused, at a terminal': runEnd({
    counts: counts({ applied: 2, refused: 1 }),
    reasons: ['1 refused: no listing has the sku B (line 4)'],
  }),
  'rows of a plan that were refused': runEnd({ counts: counts({ refused: 1 }), isPinned: true }),
  'rows that are unknown': runEnd({
    counts: counts({ unknown: 3 }),
    stoppedBy: { reason: call('not-sent', 'proxy') },
    unknownLines: [42, 73, 90],
  }),
  'a run that a lost service stopped': runEnd({
    counts: counts({ unsent: 5 }),
    stoppedBy: { reason: call('not-sent', 'unreachable') },
  }),
  'a run whose service was gone when lost answers were looked for': runEnd(
    { counts: counts({ applied: 2, unknown: 1 }), unknownLines: [7] },
    true,
  ),
  'a run that a signal stopped': runEnd({ stoppedBy: { reason: new Interrupted('SIGINT') } }),
  'reports that were lost': runEnds.reportsLost(run, counts({ applied: 2 }), new Error('EIO')),
  'another run': ownRuns.anotherRun('the run is for https://a'),
  'a run that somebody has': new journal.RunLocked({
    pid: 7,
    host: 'host',
    at: '2026-11-22T12:00:00Z',
  }),
  'a run that some process has': new journal.RunLocked(undefined),
  'a damaged plan': new journal.DamagedRun('/p', 'it is cut off'),
  'a damaged journal': new journal.DamagedRun('/j', 'its checksum is wrong', { line: 2, offset: 90 }),
  'a journal that takes no more': new journal.JournalFailed('/j', 'the disk is full'),
  'a run that another process has taken over': lock.runTakenOver('/runs/night/lock'),
  'no file of rows': rows.notRows('/rows.csv', 'it is an HTML or XML page'),
  'a damaged workbook': new sheets.UnreadableWorkbook(
    '/rows.xlsx',
    'it is encrypted: save it without a password',
  ),
  'too much for a sheet': sheets.sheetTooSmall('a sheet has no more than 1048576 rows'),

  // The feed.
  'a feed that was cut': new feed.FeedCut('the connection was lost', 10),
  'a link that was asked for too often': feed.tooManyQuestions(41_500),
  'a feed that hardly comes': new feed.FeedTooSlow(1000, 30),
  'a silent host of the feed': new feed.FeedHostUnreachable('https://a.example', {
    obstacle: 'unreachable',
    detail: 'the connection was refused',
  }),
  'an unsafe host of the feed': new feed.FeedHostUnreachable('https://a.example', {
    obstacle: 'tls',
    detail: 'it has expired',
  }),
  'a host of the feed that fails': new feed.FeedHostRefused(503, 'https://a.example'),
  'a host of the feed that refuses': new feed.FeedHostRefused(403, 'https://a.example'),
  'a link that is not followed': feed.linkRefused('it is not a URL'),
  'no feed yet': feed.noCachedFeed(),
  'no place for a feed': new feed.FeedCacheUnusable('/cache', 'the disk is full'),
  'no feed': new feed.NotAFeed('it is an object'),
  'a feed that is too long': new feed.FeedTooLong('it is longer than 16 GiB'),
  'a feed of too many products': feed.tooManyProducts(4_000_000),
  'a listing that the service refuses to know': cli.nothingThere('No listing has it', 'Nothing was closed.', [
    call('rejected', 'refused', { status: 404, serviceMessage: 'no route', requestId: 'r-7' }),
  ]),

  'a file that is no whole feed': notWhole('/a: it ends there'),

  // The sandbox.
  'faults that are none': new sandbox.FaultSpecError('There is no fault "x".'),

  // What nobody reckoned with.
  'a full disk': Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
  'a disk that fails': Object.assign(new Error('EIO: i/o error, write'), {
    code: 'EIO',
    errno: -5,
    path: '/a',
  }),
  'a fault of the tool': new TypeError('x is not a function'),
  'anything at all': 'a text',
};

const printed = async (error: unknown, output: string): Promise<{ text: string; exitCode: number }> => {
  const stderr = new MemoryOutput();
  const io = { stdout: new MemoryOutput(), stderr, env: {} } as unknown as Io;
  const line = { ...new CommandLine({}), globals: { output } };
  const exitCode = await report(error, line, io, new Set());
  return { text: stderr.text, exitCode };
};

/** What a program gets besides what a person reads: of that it gets all, the message perhaps in other words. */
const besides = (json: string, prose: string): string => {
  if (json === '') return '';
  const { message, hint = '', details = [], ...others } = JSON.parse(json).error;
  // For a person, a line to type stands alone.
  const inOneLine = prose.replaceAll(/:\n {2}(?=\S*resale )/g, ': ');
  for (const line of [hint, ...details]) expect(inOneLine).toContain(line);
  const own = inOneLine.includes(message) ? others : { message, ...others };
  return `${JSON.stringify(own)}\n`;
};

test('what is printed of each failure, to a person and to a program, and its exit code', async () => {
  const parts = Object.entries(failures).map(async ([what, error]) => {
    const { text, exitCode } = await printed(error, 'table');
    return `--- ${what}: exit ${exitCode}\n${text}${besides((await printed(error, 'json')).text, text)}`;
  });
  await expect((await Promise.all(parts)).join('\n')).toMatchFileSnapshot('./failures.txt');
});

const source = fileURLToPath(new URL('../../src', import.meta.url));

describe('the table', () => {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      /^export (?:class .* extends |const .*: )(?:Failure|LacksCredentials)\b/m.test(
        readFileSync(join(source, path), 'utf8'),
      ),
  );

  test.each(paths)('has every failure of %s', async (path) => {
    const kinds = Object.values(await import(join(source, path))).filter(
      (kind) => typeof kind === 'function' && kind.prototype instanceof Failure,
    );
    const shown = Object.values(failures);
    const missing = kinds.filter((kind) => !shown.some((error) => error instanceof (kind as typeof Failure)));
    expect(missing).toEqual([]);
  });

  const own = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  test.each(paths)('has what every function of %s makes', (path) => {
    const made = readFileSync(join(source, path), 'utf8').matchAll(
      /^export const (\w+) = \((?:(?! =>)[\s\S])*\): (?:Failure|LacksCredentials) =>/gm,
    );
    expect(
      [...made]
        .map(([, name]) => name)
        .filter((name) => !own.includes(` ${name}(`) && !own.includes(`.${name}(`)),
    ).toEqual([]);
  });
});

test('help --json lists every code, and none that nothing has any more', () => {
  const { error } = errorSchema.properties as Record<'error', { properties: { code: { enum: string[] } } }>;
  const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('codes.ts'))
    .map((path) => readFileSync(join(source, path), 'utf8'));
  const codes = error.properties.code.enum;
  expect(codes.filter((code) => !texts.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});

test('what a program reads of each is as help --json describes it, and `retryable` promises what the exit code does', async () => {
  const silent = [];
  for (const [what, error] of Object.entries(failures)) {
    const { text, exitCode } = await printed(error, 'json');
    if (text === '') {
      silent.push(what);
      continue;
    }
    const said = JSON.parse(text);
    expect(broken(errorSchema, said), what).toEqual([]);
    const { retryable } = said.error;
    // The exit code of a line that was stopped tells only that.
    if (exitCode > 128) expect([false, 'unknown'], what).toContain(retryable);
    else if (exitCode === exitCodes.unknown) expect(retryable, what).toBe('unknown');
    else expect(retryable, what).toBe(exitCode === exitCodes.temporary);
  }
  expect(silent).toEqual(['a reader who has read enough']);
});

test('a wait that the service asks for is reported, with the time to come back', async () => {
  const { text } = await printed(call('not-processed', 'rate-limited', { retryAfterMs: 90_000 }), 'table');
  expect(text).toMatch(
    /Try again in 90 s, at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ; --max-wait and --max-retries set /,
  );
});

test('what is said of a connection that is not safe never suggests giving up safety', () => {
  const { hint } = explain(new network.NoConnection({ obstacle: 'tls', detail: 'x' }));
  expect(hint).toMatch(/[.?]$/);
  expect(hint).not.toMatch(/insecure|ignore|skip|disable|REJECT_UNAUTHORIZED/i);
});

describe('a change whose answer is missing is unknown, whatever the reason', () => {
  test.each(['timeout', 'connection-lost', 'server-error', 'bad-answer', 'redirect', 'refused'] as const)(
    '%s',
    async (reason) => {
      const { text, exitCode } = await printed(call('ambiguous', reason, change), 'json');
      expect(exitCode).toBe(8);
      expect(JSON.parse(text).error).toMatchObject({ code: 'unknown', retryable: 'unknown' });
    },
  );
});

test.each([
  [{ unknown: 0, refused: 0, unsent: 0 }, undefined, 'done'],
  [{ unknown: 0, refused: 1, unsent: 0 }, undefined, 'rowsNotDone'],
  [{ unknown: 0, refused: 0, unsent: 1 }, undefined, 'rowsNotDone'],
  [{ unknown: 1, refused: 1, unsent: 1 }, undefined, 'unknown'],
  [{ unknown: 0, refused: 1, unsent: 1 }, 'temporary', 'temporary'],
  [{ unknown: 1, refused: 1, unsent: 1 }, 'temporary', 'unknown'],
  [{ unknown: 1, refused: 1, unsent: 1 }, 'interrupted', 'interrupted'],
  [{ unknown: 1, refused: 0, unsent: 0 }, 'terminated', 'terminated'],
  [{ unknown: 1, refused: 0, unsent: 0 }, 'hungUp', 'hungUp'],
  [{ unknown: 0, refused: 0, unsent: 0 }, 'done', 'rowsNotDone'],
] as const)('a run with %o that was stopped by %s ends as %s', (ended, stoppedBy, exit) => {
  expect(exitOfRun(ended, stoppedBy)).toBe(exit);
});

test('no exit code means two things', () => {
  const all = Object.values(exitCodes);
  expect(new Set(all).size).toBe(all.length);
});
