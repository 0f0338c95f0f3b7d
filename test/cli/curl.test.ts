import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { serveForTest } from '../support/on-loopback.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { canaries, canaryKeys } from '../support/service.ts';

const id = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const hasCurl = spawnSync('curl', ['--version']).status === 0;

interface Sent {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** A service that writes down all it is sent, word for word. */
const scribe = async () => {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    // A host is what it is, and how connections are kept is nobody's business.
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    sent.push({ method: request.method, url: request.url, headers, body: await text(request) });
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"only looking"}');
  });
  return { sent, env: { RESALE_BASE_URL: await serveForTest(server), ...canaryKeys } };
};

/** curl would ask a developer's proxy for this machine, too. */
const unproxied = { NO_PROXY: '*', no_proxy: '*' };

describe.runIf(hasCurl)('--dry-run --curl', () => {
  test.each([
    [['listings', 'list', '--limit', '3', '--after', "a&b='c' [1-9]{x}"]],
    [['listings', 'get', id]],
    [['inventory', 'adjust', id, '2']],
    [['shops', 'lookup', 'a.example']],
    [['grade', id, '--condition', 'good', '--notes', 'it\'s "fine" $HOME `id` \\ \n@file ü']],
    [['api', 'POST', '/v1/a/b', '--field', "name=O'Hara", '--field', 'big:=12345678901234567890']],
    [['api', 'DELETE', '/v1/thing']],
  ])('prints a line for a shell that sends what the tool sends: %j', async (line) => {
    const { sent, env } = await scribe();
    const { exitCode, stdout } = await resale([...line, '--dry-run', '--curl'], { env });
    expect([exitCode, sent]).toEqual([0, []]);
    expect(stdout).not.toMatch(/canary/);
    expect(stdout).toMatch(/^printf .* \| curl .*--header @-/);

    // In another process, since this one is the service.
    await execa('sh', ['-c', stdout], { env: { ...env, ...unproxied } });
    await resale([...line, '--yes'], { env });
    const [byCurl, byTool] = sent;
    expect(sent).toHaveLength(2);
    expect(byCurl).toEqual(byTool);
    expect(byCurl?.headers).toMatchObject({ 'x-service-authentication-key': canaries.apiKey });
  });

  test('a sandbox takes the line for what it is', async () => {
    const { env, requests } = await sandboxed();
    const { stdout } = await resale('listings list --limit 1 --dry-run --curl', { env });
    const said = await execa('sh', ['-c', stdout], { env: { ...env, ...unproxied } });
    expect(JSON.parse(said.stdout)).not.toHaveProperty('error');
    expect(requests).toEqual([expect.stringMatching(/^GET \/v1\/listings\b.* 200$/)]);
  });
});
