import { describe, expect, it, test } from 'vitest';
import { BelowZero, Conflict, UnknownOutcome, WouldClose } from '../../src/changes/errors.ts';
import { NotAsDocumented, NotConfirmed, NotFound, ProgramNotRun, UsageError } from '../../src/cli/errors.ts';
import type { CallFacts } from '../../src/client/call-meaning.ts';
import { BrokenPages, CallError, InvalidInput } from '../../src/client/errors.ts';
import { exitCodeOf, exitCodes } from '../../src/failure/exit-codes.ts';
import { explain as explained } from '../../src/failure/explain.ts';
import { Interrupted } from '../../src/failure/interrupted.ts';
import * as feed from '../../src/feed/errors.ts';
import { InvalidBaseUrl } from '../../src/network/errors.ts';
import * as profiles from '../../src/profiles/errors.ts';
import * as profileFiles from '../../src/profiles/files/errors.ts';
import * as keys from '../../src/profiles/keys/errors.ts';
import * as sandbox from '../../src/sandbox/errors.ts';
import { InvalidDialect } from '../../src/service/errors.ts';
import * as terminal from '../../src/terminal/errors.ts';
import { ClosedPipe } from '../../src/terminal/io.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const url = 'https://api.shop.example/v1/listings';

const read = (facts: Partial<CallFacts> = {}): CallFacts => ({
  method: 'GET',
  url,
  effect: 'read',
  detail: 'something was wrong',
  ...facts,
});
const change = (facts: Partial<CallFacts> = {}): CallFacts => ({
  ...read(facts),
  method: 'POST',
  effect: 'change',
});

const explain = (error: unknown) => {
  const { exit, ...rest } = explained(error);
  return { ...rest, exitCode: exitCodeOf(exit) };
};

type Row = [
  what: string,
  error: unknown,
  exitCode: number,
  code: string,
  retryable: boolean | 'unknown',
  message: string,
];

describe('a program that could not be run: as a shell has it', () => {
  test.each<Row>([
    ['it is missing', new ProgramNotRun('no x', true), 127, 'program-missing', false, 'No x.'],
    ['it may not be run', new ProgramNotRun('no x', false), 126, 'program-not-runnable', false, 'No x.'],
  ])('%s', (_, error, exitCode, code, retryable, message) => {
    expect(explain(error)).toMatchObject({ exitCode, code, retryable, message });
  });
});

describe('what is said wrongly: exit 2, nothing was sent', () => {
  test.each<Row>([
    ['a usage error', new UsageError('there is no such thing'), 2, 'usage', false, 'There is no such thing.'],
    [
      'several faults',
      new UsageError([
        { name: '--a', message: 'is missing' },
        { name: '--b', message: 'is wrong' },
      ]),
      2,
      'usage',
      false,
      '--a is missing; --b is wrong.',
    ],
    [
      'input that breaks a rule of the service',
      new InvalidInput([{ path: 'shopId', message: 'is missing' }]),
      2,
      'invalid-input',
      false,
      'shopId is missing.',
    ],
    [
      'nobody there to say yes',
      new NotConfirmed('This closes it. Go on?', false),
      2,
      'not-confirmed',
      false,
      'This closes it.',
    ],
    [
      'a no',
      new NotConfirmed('This closes it. Go on?', true),
      2,
      'not-confirmed',
      false,
      'Nothing was changed.',
    ],
    [
      'below zero',
      new BelowZero(id, 3, -4),
      2,
      'below-zero',
      false,
      `The inventory of ${id} is 3: a change by -4 would take it below 0.`,
    ],
    [
      '--no-close',
      new WouldClose(id, 3),
      2,
      'would-close',
      false,
      `The inventory of ${id} would go from 3 to 0, which closes the listing.`,
    ],
    [
      'a profile that is not there',
      new profiles.UnknownProfile('x', ['sandbox']),
      2,
      'unknown-profile',
      false,
      'There is no profile "x".',
    ],
    [
      'a profile that is there',
      new profiles.ProfileExists('x', true),
      2,
      'profile-exists',
      false,
      'There is a profile "x" already.',
    ],
    [
      'the profile of the sandbox',
      new profiles.ReservedProfile('sandbox'),
      2,
      'usage',
      false,
      'The profile "sandbox" is always there and can\'t be added, changed or removed.',
    ],
    [
      'no base URL',
      new InvalidBaseUrl('--base-url', 'is not a valid URL'),
      2,
      'usage',
      false,
      '--base-url is not a valid URL.',
    ],
    [
      'names of a deployment that can not be told apart',
      new InvalidDialect('dialect.query.state', 'and dialect.query.pageSize would be called the same'),
      2,
      'usage',
      false,
      'dialect.query.state and dialect.query.pageSize would be called the same.',
    ],
    [
      'no directory',
      new profileFiles.InvalidDirectory('HOME', 'is empty'),
      2,
      'usage',
      false,
      'HOME is empty.',
    ],
    [
      'a settings file of others',
      new profileFiles.UnusableFile('/a', 'is a symbolic link', 'Remove it'),
      2,
      'unusable-file',
      false,
      '/a is a symbolic link.',
    ],
    [
      'a damaged settings file',
      new profileFiles.DamagedSettings('/a', 'it is no JSON', { line: 2, column: 7 }),
      2,
      'damaged-settings',
      false,
      '/a is damaged at line 2, column 7: it is no JSON.',
    ],
    [
      'settings of a later version',
      new profileFiles.NewerSettings('/a', 9),
      2,
      'newer-settings',
      false,
      '/a was written by a later version of resale (format 9).',
    ],
    [
      'faults that are none',
      new sandbox.FaultSpecError('There is no fault "x".'),
      2,
      'usage',
      false,
      'There is no fault "x".',
    ],
    [
      'a file that can not be written',
      new terminal.UnwritableFile('/a', 'it is a directory'),
      2,
      'unwritable-file',
      false,
      'Cannot write /a: it is a directory.',
    ],
    [
      'a damaged state of a sandbox',
      new sandbox.StateFileDamaged('/a'),
      2,
      'damaged-state',
      false,
      '/a does not hold the state of a sandbox, or it is damaged; it was left untouched.',
    ],
  ])('%s', expectMeaning);
});

describe('what is not there: exit 3', () => {
  test.each<Row>([
    ['as the tool found', new NotFound('no listing has it'), 3, 'not-found', false, 'No listing has it.'],
    [
      'as the service says',
      new CallError('rejected', 'refused', read({ status: 404, serviceMessage: 'no such listing' })),
      3,
      'not-found',
      false,
      'No such listing.',
    ],
    [
      'as somebody else says',
      new CallError('rejected', 'refused', read({ status: 404 })),
      3,
      'not-found',
      false,
      `There is nothing at ${url}.`,
    ],
  ])('%s', expectMeaning);
});

describe('credentials: exit 4', () => {
  test.each<Row>([
    [
      'refused',
      new CallError('rejected', 'refused', read({ status: 403, serviceMessage: 'no' })),
      4,
      'credentials-refused',
      false,
      'The service refused the credentials (403): no.',
    ],
    [
      'refused otherwise',
      new CallError('rejected', 'refused', change({ status: 401 })),
      4,
      'credentials-refused',
      false,
      'The service refused the credentials (401).',
    ],
    ['no profile', new profiles.NoProfile(['sandbox']), 4, 'no-profile', false, 'No profile is chosen.'],
    ['none', new keys.NoCredentials(undefined), 4, 'no-credentials', false, 'There are no credentials.'],
    ['a half', new keys.HalfCredentials('A', 'B'), 4, 'half-credentials', false, 'A is set, but B is not.'],
    [
      'for somewhere else',
      new keys.ForeignOrigin('x', 'https://a', 'https://b'),
      4,
      'foreign-origin',
      false,
      'The credentials of the profile "x" are for https://a, and are not sent to https://b.',
    ],
    [
      'that can be none',
      new keys.InvalidKey('RESALE_API_KEY', 'is empty'),
      4,
      'invalid-key',
      false,
      'RESALE_API_KEY is empty.',
    ],
  ])('%s', expectMeaning);
});

describe('a conflict: exit 5', () => {
  test.each<Row>([
    [
      'that was looked into',
      new Conflict(id, 4, 2, 5),
      5,
      'conflict',
      false,
      `Conflict: the inventory of ${id} was expected to be 4 and is 2; 5 was wanted.`,
    ],
    [
      'as the service says',
      new CallError('rejected', 'refused', change({ status: 409, serviceMessage: 'it is 2' })),
      5,
      'conflict',
      false,
      'It is 2.',
    ],
  ])('%s', expectMeaning);
});

describe('temporary: exit 7, nothing was changed, and trying later is safe', () => {
  test.each<Row>([
    [
      'unreachable',
      new CallError('not-sent', 'unreachable', change({ detail: 'the connection was refused' })),
      7,
      'unreachable',
      true,
      'Cannot reach api.shop.example: the connection was refused.',
    ],
    [
      'rate-limited',
      new CallError('not-processed', 'rate-limited', change({ status: 429 })),
      7,
      'rate-limited',
      true,
      'The service asks for fewer requests.',
    ],
    [
      'a read that timed out',
      new CallError('ambiguous', 'timeout', read({ detail: 'no answer within 30 s' })),
      7,
      'timeout',
      true,
      `GET ${url}: no answer within 30 s.`,
    ],
    [
      'a read whose answer was lost',
      new CallError('ambiguous', 'connection-lost', read({ detail: 'the connection was lost' })),
      7,
      'connection-lost',
      true,
      `GET ${url}: the connection was lost.`,
    ],
    [
      'a read that the service failed at',
      new CallError('ambiguous', 'server-error', read({ status: 500, serviceMessage: 'oh' })),
      7,
      'server-error',
      true,
      'The service failed (500): oh.',
    ],
    [
      'no secure connection: trying again changes nothing',
      new CallError('not-sent', 'tls', read({ detail: 'it has expired' })),
      7,
      'tls',
      false,
      'Cannot reach api.shop.example securely: it has expired.',
    ],
    [
      'profiles that another process changes',
      new profileFiles.ProfilesBusy('/lock'),
      7,
      'profiles-busy',
      true,
      'Another process is changing the profiles (it holds /lock).',
    ],
    [
      'a feed that was cut',
      new feed.FeedCut('the connection was lost', 10),
      7,
      'feed-cut',
      true,
      'The feed was cut short after 10 bytes: the connection was lost.',
    ],
    [
      'a feed that hardly comes',
      new feed.FeedTooSlow(1000, 30),
      7,
      'feed-too-slow',
      true,
      'The feed came at less than 1000 bytes a second for 30 s.',
    ],
    [
      'a host of the feed that is silent',
      new feed.FeedHostUnreachable('a.example', {
        obstacle: 'unreachable',
        detail: 'the connection was refused',
      }),
      7,
      'unreachable',
      true,
      'a.example, which holds the feed, gave no answer: the connection was refused.',
    ],
    [
      'a host of the feed that fails',
      new feed.FeedHostRefused(503, 'a.example'),
      7,
      'server-error',
      true,
      'a.example answered the request for the feed with status 503.',
    ],
  ])('%s', expectMeaning);
});

describe('unknown: exit 8, it may or may not have been applied', () => {
  test.each<Row>([
    ...(['timeout', 'connection-lost', 'server-error', 'bad-answer', 'redirect', 'refused'] as const).map(
      (reason): Row => [
        `a change: ${reason}`,
        new CallError('ambiguous', reason, change()),
        8,
        'unknown',
        'unknown',
        `POST ${url} may or may not have been applied: something was wrong.`,
      ],
    ),
    [
      'a change that was looked into',
      new UnknownOutcome({ clause: 'setting it', id: undefined, before: null }, 'it is still 3', {
        cause: undefined,
      }),
      8,
      'unknown',
      'unknown',
      'Setting it was sent but not confirmed: it is still 3.',
    ],
  ])('%s', expectMeaning);
});

describe('refused, or unexpected: exit 1', () => {
  test.each<Row>([
    [
      'refused',
      new CallError('rejected', 'refused', change({ status: 400, serviceMessage: 'no' })),
      1,
      'refused',
      false,
      'The service refused it (400): no.',
    ],
    [
      'an answer that is none',
      new CallError('ambiguous', 'bad-answer', read({ detail: 'a web page came' })),
      1,
      'bad-answer',
      false,
      `GET ${url}: a web page came.`,
    ],
    [
      'a redirect',
      new CallError('ambiguous', 'redirect', read({ location: 'https://a/b' })),
      1,
      'redirected',
      false,
      `${url} redirects to https://a/b, which is not followed: the credentials are meant for the base URL alone.`,
    ],
    [
      'pages without end',
      new BrokenPages('the same cursor again', 2),
      1,
      'broken-pages',
      false,
      'The same cursor again.',
    ],
    [
      'data that is not as documented',
      new NotAsDocumented('1 of 2 differ'),
      1,
      'not-as-documented',
      false,
      '1 of 2 differ.',
    ],
    [
      'a file that is no feed',
      new feed.NotAFeed('it is an object'),
      1,
      'not-a-feed',
      false,
      'The feed is not one JSON array of products: it is an object.',
    ],
    [
      'data nested too deep',
      new terminal.NestedTooDeep(100),
      1,
      'bad-answer',
      false,
      'The data is nested deeper than 100 levels.',
    ],
    [
      'a full disk',
      Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }),
      1,
      'disk-full',
      false,
      'The disk is full.',
    ],
    [
      'a fault of this tool',
      new TypeError('x is not a function'),
      1,
      'unexpected',
      false,
      'X is not a function.',
    ],
    ['anything at all', 'a text', 1, 'unexpected', false, 'A text.'],
    [
      'a feed that its host refuses',
      new feed.FeedHostRefused(403, 'a.example'),
      1,
      'feed-refused',
      false,
      'a.example answered the request for the feed with status 403.',
    ],
    [
      'a link that is not followed',
      new feed.FeedLinkRefused('it is no URL'),
      1,
      'feed-link-refused',
      false,
      "The feed's link was not followed: it is no URL.",
    ],
    [
      'a port that is taken',
      new sandbox.PortInUse(4141),
      1,
      'port-in-use',
      false,
      'Port 4141 on 127.0.0.1 is in use by another program.',
    ],
  ])('%s', expectMeaning);
});

describe('stopped', () => {
  const stopped = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', facts = read()) =>
    new CallError('ambiguous', 'interrupted', facts, { cause: new Interrupted(signal) });

  test.each<Row>([
    ['by Ctrl-C', new Interrupted('SIGINT'), 130, 'interrupted', false, 'Stopped by SIGINT.'],
    ['by a hang-up', new Interrupted('SIGHUP'), 129, 'interrupted', false, 'Stopped by SIGHUP.'],
    ['by a wish to end', new Interrupted('SIGTERM'), 143, 'interrupted', false, 'Stopped by SIGTERM.'],
    ['in a read', stopped('SIGINT'), 130, 'interrupted', false, 'Stopped by SIGINT.'],
    [
      'in a change, which may have been applied',
      stopped('SIGTERM', change()),
      143,
      'unknown',
      'unknown',
      `POST ${url} may or may not have been applied: something was wrong.`,
    ],
  ])('%s', expectMeaning);

  it('by a reader who has read enough: exit 0', () => {
    expect(explain(new ClosedPipe()).exitCode).toBe(0);
  });
});

function expectMeaning(...[, error, exitCode, code, retryable, message]: Row) {
  expect(explain(error)).toMatchObject({ exitCode, code, retryable, message });
}

it('every failure that a person can do something about says what', () => {
  const hints = [
    new UsageError('wrong', 'See the help.'),
    new NotConfirmed('Go on?', false),
    new CallError('not-sent', 'unreachable', change()),
    new CallError('rejected', 'refused', read({ status: 403 })),
    new CallError('rejected', 'refused', read({ status: 404 })),
    new CallError('ambiguous', 'timeout', change()),
    new Conflict(id, 4, 2, 5),
    new profiles.NoProfile(['a', 'sandbox']),
    new keys.NoCredentials('a'),
    new TypeError('x'),
  ].map((error) => explain(error).hint);
  expect(hints).not.toContain(undefined);
});

it('a wait that the service asks for is told, with the time to come back', () => {
  const error = new CallError('not-processed', 'rate-limited', read({ status: 429, retryAfterMs: 90_000 }));
  expect(explain(error).hint).toMatch(
    /^Nothing was changed\. Come back in 90 s, at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ; --max-wait and --max-retries say /,
  );
});

it('no exit code stands for two things', () => {
  const all = Object.values(exitCodes);
  expect(new Set(all).size).toBe(all.length);
});
