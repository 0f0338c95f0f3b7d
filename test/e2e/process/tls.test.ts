import { expect, test } from 'vitest';
import { built } from '../../support/built.ts';
import { authority, certificate, fileOf } from '../../support/certificates.ts';
import { sandboxed } from '../../support/resale.ts';
import { startTlsHost } from '../../support/tls-host.ts';

const trusted = await authority();
const identity = await certificate({ by: trusted });

/** A shop behind TLS, and the environment in which the tool meets it. */
const shop = async (how = {}) => {
  const { baseUrl, requests, env } = await sandboxed();
  const host = await startTlsHost({ ...identity, ...how }, baseUrl);
  return { host, requests, env: { ...env, RESALE_BASE_URL: `https://127.0.0.1:${host.port}` } };
};

const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const notice = /^NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are always checked\./;

test('NODE_TLS_REJECT_UNAUTHORIZED=0 sends no key to a server that nobody vouches for', async () => {
  const { env, host, requests } = await shop();
  const { exitCode, stderr } = await built('listings list', { env: { ...env, ...unchecked } });
  expect([exitCode, requests, host.handshakes()]).toEqual([1, [], 0]);
  const [said = '', error = '', ...more] = stderr.trimEnd().split('\n');
  expect(said).toMatch(notice);
  expect(JSON.parse(error).error).toMatchObject({ code: 'unreachable', retryable: false });
  expect(more).toEqual([]);
});

test('where the authority is known it is in nobody’s way, and is handed on to other programs', async () => {
  const { env } = await shop();
  const all = { ...env, ...unchecked, RESALE_CA_BUNDLE: fileOf(trusted.cert) };
  const { exitCode, stderr } = await built('listings list --count', { env: all });
  expect([exitCode, stderr.trimEnd().split('\n')]).toEqual([0, [expect.stringMatching(notice)]]);
  const { stdout } = await built('sandbox exec -- printenv NODE_TLS_REJECT_UNAUTHORIZED', { env: all });
  expect(stdout).toBe('0\n');
});

test('doctor fails where the certificate does', async () => {
  const { env } = await shop();
  const { exitCode, stdout } = await built('doctor', { env: { ...env, ...unchecked } });
  const statuses = Object.fromEntries(
    JSON.parse(stdout).map(({ check, status }: Record<string, string>) => [check, status]),
  );
  expect([exitCode, statuses.connection, statuses.request]).toEqual([1, 'failed', 'skipped']);
});

test.each([[{}], [{ RESALE_CA_BUNDLE: fileOf(trusted.cert) }]])(
  'NODE_OPTIONS bring no old TLS back (%o)',
  async (more) => {
    const { env, requests } = await shop({
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    });
    const old = {
      NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT:@SECLEVEL=0',
      NODE_EXTRA_CA_CERTS: fileOf(trusted.cert),
    };
    const { exitCode, stderr } = await built('listings list', { env: { ...env, ...old, ...more } });
    expect([exitCode, requests]).toEqual([1, []]);
    expect(stderr).toContain('the handshake with the server failed: tlsv1 alert protocol version');
  },
);
