import { describe, expect, test } from 'vitest';
import { Unhealthy } from '../../src/doctor/errors.ts';
import { exitCodeOf } from '../../src/failure/exit-codes.ts';
import { explain } from '../../src/failure/explain.ts';
import { FeedHostUnreachable } from '../../src/feed/errors.ts';
import {
  connectionMeaning,
  NoConnection,
  type TlsFault,
  UnusableAuthorities,
  UnusableProxy,
} from '../../src/network/errors.ts';

const detail = 'something was wrong';
const host = 'https://files.example';

describe('what stands in the way of a connection', () => {
  test.each([
    ['nobody answers', new NoConnection({ obstacle: 'unreachable', detail }), 7, 'unreachable', true],
    ['it is not safe', new NoConnection({ obstacle: 'tls', detail, tls: 'expired' }), 7, 'tls', false],
    ['the proxy says no', new NoConnection({ obstacle: 'proxy', detail }), 7, 'proxy-refused', false],
    [
      'no host of the feed',
      new FeedHostUnreachable(host, { obstacle: 'unreachable', detail }),
      7,
      'unreachable',
      true,
    ],
    [
      'an unsafe host of the feed',
      new FeedHostUnreachable(host, { obstacle: 'tls', detail }),
      7,
      'tls',
      false,
    ],
    [
      'no authorities',
      new UnusableAuthorities('--ca-bundle', '/ca.pem', 'is empty'),
      2,
      'unusable-ca-bundle',
      false,
    ],
    ['no proxy', new UnusableProxy('HTTPS_PROXY', 'is not a URL'), 2, 'unusable-proxy', false],
    [
      'doctor found that',
      new Unhealthy(['tls'], new NoConnection({ obstacle: 'tls', detail })),
      7,
      'unhealthy',
      false,
    ],
    ['doctor found something else', new Unhealthy(['tool'], undefined), 1, 'unhealthy', false],
  ])('%s', (_, error, exitCode, code, retryable) => {
    const explanation = explain(error);
    expect(explanation).toMatchObject({ code, retryable });
    expect(exitCodeOf(explanation.exit)).toBe(exitCode);
  });
});

const tlsFaults: readonly TlsFault[] = [
  'expired',
  'not-yet-valid',
  'wrong-host',
  'untrusted',
  'no-tls',
  'old-protocol',
  'client-certificate',
  'other',
];

test.each(tlsFaults)('%s: what to do is never to do without safety', (tls) => {
  const { hint } = connectionMeaning({ obstacle: 'tls', tls });
  expect(hint).toMatch(/[.?]$/);
  expect(hint).not.toMatch(/insecure|ignore|skip|disable|REJECT_UNAUTHORIZED/i);
});
