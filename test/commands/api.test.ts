import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { onWire } from '../support/dialect.ts';
import type { Answer } from '../support/feed-host.ts';
import { errorOf, resale, sandboxed } from '../support/resale.ts';
import { canaries, json, startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Answers with what was asked: method, path with query, and body. */
const echo: Answer = (response, request) => {
  let body = '';
  request.on('data', (data) => {
    body += data;
  });
  request.on('end', () => {
    const { 'content-type': type = null } = request.headers;
    json(200, { method: request.method, url: request.url, type, body: body && JSON.parse(body) })(
      response,
      request,
    );
  });
};

describe('sends any request', () => {
  test.each<[string, object]>([
    ['GET /v1/new', { method: 'GET', url: '/v1/new', type: null, body: '' }],
    ['get v1/new', { method: 'GET', url: '/v1/new' }],
    ['GET /v1/new --field a=1 --field b=x=y', { url: '/v1/new?a=1&b=x%3Dy' }],
    ['GET /v1/new?a=1 --field b:=2', { url: '/v1/new?a=1&b=2' }],
    ['DELETE /v1/new', { method: 'DELETE', body: '' }],
    [
      "POST /v1/new --field a=1 --field b:=2 --field 'c:=[true,null]'",
      { method: 'POST', type: 'application/json', body: { a: '1', b: 2, c: [true, null] } },
    ],
    ['PATCH /v1/new --field a=', { method: 'PATCH', body: { a: '' } }],
  ])('api %s', async (words, asked) => {
    const { env } = await startService({ '/v1/new': echo });
    const { exitCode, stdout } = await resale(`api ${words}`, { env });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, asked]);
  });

  it('with a body from stdin', async () => {
    const { env } = await startService({ '/v1/new': echo });
    const { stdout } = await resale('api PUT /v1/new --input -', { env, stdin: '{"a":1}\n' });
    expect(JSON.parse(stdout).body).toEqual({ a: 1 });
  });

  it('with a body from a file, even if nobody may be asked', async () => {
    const cwd = temporaryFolder();
    await writeFile(join(cwd, 'body.json'), '[1]');
    const { env } = await startService({ '/v1/new': echo });
    for (const line of [
      'api POST /v1/new --input body.json',
      'api POST /v1/new --input body.json --no-input',
      'api POST /v1/new --no-input --input body.json',
    ])
      expect(JSON.parse((await resale(line, { env, cwd })).stdout).body).toEqual([1]);
  });

  it('--no-input says nothing about a body', async () => {
    const { env } = await startService({ '/v1/new': echo });
    const { exitCode, stdout } = await resale('api POST /v1/new --no-input', { env });
    expect([exitCode, JSON.parse(stdout).body]).toEqual([0, '']);
  });
});

describe('prints the answer as it came', () => {
  const answering = (body: string) =>
    startService({ '/v1/new': (response) => response.writeHead(200).end(body) });

  test.each([
    ['{"a":  1e2}', '{"a":  1e2}\n'],
    ['ends with a line end\n', 'ends with a line end\n'],
    ['', ''],
  ])('%j → %j', async (body, stdout) => {
    const { env } = await answering(body);
    expect(await resale('api GET /v1/new', { env })).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('but lets no control character act on a terminal', async () => {
    const { env } = await answering('"\u001b[2J"');
    expect((await resale('api GET /v1/new', { env, terminal: 80 })).stdout).toBe('"\\u001b[2J"\n');
  });
});

describe('prints the records of the answer if -o table or -o csv was asked for', () => {
  const page = {
    listings: [
      { id: 'a', availableInventory: 1, images: [{ url: 'u' }] },
      { id: 'b', externalIdentifier: '=1+1' },
    ],
    pageInfo: { hasNextPage: true, endCursor: 'c' },
  };

  test.each<[string, unknown, string]>([
    [
      '-o csv',
      page,
      'id,availableInventory,images,externalIdentifier\na,1,"[{""url"":""u""}]",\nb,,,\'=1+1\n',
    ],
    ['-o csv --fields externalIdentifier,id', page, "externalIdentifier,id\n,a\n'=1+1,b\n"],
    ['-o csv', page.listings[0], 'id,availableInventory,images\na,1,"[{""url"":""u""}]"\n'],
    ['-o csv', [{ '=HYPERLINK("x")': 1 }], '"\'=HYPERLINK(""x"")"\n1\n'],
    ['-o csv --fields id', [], 'id\n'],
    ['-o table', [{ id: 'a', notes: 'left' }, { id: 'b' }], 'ID  NOTES\na   left\nb\n'],
    ['-o table', { id: 'a', url: 'u' }, 'ID   a\nURL  u\n'],
  ])('%s of %j', async (flags, body, stdout) => {
    const { env } = await startService({ '/v1/new': json(200, body) });
    expect(await resale(`api GET /v1/new ${flags}`, { env })).toMatchObject({ exitCode: 0, stdout });
  });

  it('and says on stderr what has no room in a table, such as how to continue a list', async () => {
    const { env } = await startService({ '/v1/new': json(200, page) });
    const { stdout, stderr } = await resale('api GET /v1/new -o table', { env });
    expect(stdout).toMatch(/^ID {2}AVAILABLEINVENTORY.*\na .*\nb .*\n$/);
    expect(stderr).toBe(
      'Besides the list, the answer says: {"pageInfo":{"hasNextPage":true,"endCursor":"c"}}\n',
    );
  });

  test.each(['"text"', '[1,2]', 'no JSON'])('%s has none: as it came, and that is said', async (body) => {
    const { env } = await startService({ '/v1/new': (response) => response.writeHead(200).end(body) });
    expect(await resale('api POST /v1/new -o csv', { env })).toEqual({
      exitCode: 0,
      stdout: `${body}\n`,
      stderr: 'The answer contains no records, so it is printed as it came.\n',
    });
  });

  it('but not if the table would only be the default of a terminal', async () => {
    const { env } = await startService({ '/v1/new': json(200, page) });
    const { stdout } = await resale('api GET /v1/new', { env, terminal: 80 });
    expect(JSON.parse(stdout)).toEqual(page);
  });
});

describe('the credentials go to the base URL of the profile and nowhere else', () => {
  test('of a base URL with a path, to what is below that path', async () => {
    const { env } = await sandboxed();
    const at = { ...env, RESALE_BASE_URL: `${env.RESALE_BASE_URL}/shop` };
    const screen = await resale(`api GET ${env.RESALE_BASE_URL}/v1/listings`, { env: at });
    expect([screen.exitCode, errorOf(screen).message]).toEqual([2, expect.stringContaining('leads away')]);
  });

  test.each([
    'https://evil.example/v1/listings',
    '//evil.example/',
    'file:///etc/passwd',
    'HTTP://evil.example',
  ])('api GET %s: exit 2, nothing is sent', async (path) => {
    const { env, requests, baseUrl } = await sandboxed();
    const screen = await resale(`api GET ${path}`, { env });
    expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([
      2,
      `PATH leads away from ${baseUrl}; the credentials go only there.`,
      [],
    ]);
  });

  test.each(['/\\evil.example/', '\\\\evil.example/', '/@evil.example/', '/../../evil'])(
    'api GET %s stays with the service',
    async (path) => {
      const { env } = await startService({});
      const { stdout } = await resale(['api', 'GET', path, '-n'], { env });
      expect(new URL(JSON.parse(stdout).url).origin).toBe(env.RESALE_BASE_URL);
    },
  );

  it('a whole URL of the service will do', async () => {
    const { env, baseUrl } = await sandboxed();
    const url = `${baseUrl}/v1/listings?${onWire.query.pageSize}=1`;
    const { exitCode, stdout } = await resale(`api GET ${url}`, { env });
    // What it prints is in the words of the service.
    expect([exitCode, JSON.parse(stdout)[onWire.field.listings ?? ''].length]).toEqual([0, 1]);
  });

  it('a redirect is not followed: exit 1', async () => {
    const { env } = await startService({
      '/v1/new': (response) => response.writeHead(302, { location: 'https://evil.example/?a=b' }).end(),
    });
    const screen = await resale('api GET /v1/new', { env });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([1, 'redirected']);
    expect(errorOf(screen).message).toContain('redirects to https://evil.example/, which is not followed');
  });
});

test('a body without end is refused', async () => {
  const { stderr } = await resale('api POST /v1/listings --input /dev/zero --profile sandbox');
  expect(stderr).toContain('--input must be at most 64 MiB long.');
});

test.each([
  ['', 'METHOD is missing; PATH is missing.'],
  ['FETCH /v1/listings', "METHOD must be one of GET, POST, PUT, PATCH, DELETE, not 'FETCH'."],
  ['GET /v1/listings --field limit', "--field must be of the form NAME=TEXT or NAME:=JSON, not 'limit'."],
  ['GET /v1/listings --field limit:=x', '--field must be JSON after := (limit).'],
  ['GET /v1/listings --input -', '--input does not go with GET, which has no body.'],
  ['POST /v1/listings --input -', '--input must be JSON, which stdin is not.'],
  [
    'POST /v1/listings --input /nonexistent',
    "--input can't be read from /nonexistent: there is no such file or folder.",
  ],
])('api %s → exit 2, nothing is sent', async (words, message) => {
  const { env, requests } = await sandboxed();
  const screen = await resale(`api ${words}`, { env });
  expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
});

describe('what does not succeed', () => {
  test.each([
    ['GET', 404, 3, 'not-found'],
    ['GET', 403, 4, 'credentials-refused'],
    ['GET', 500, 7, 'server-error'],
    ['GET', 400, 1, 'refused'],
    ['POST', 400, 1, 'refused'],
    ['POST', 409, 5, 'conflict'],
    ['POST', 500, 8, 'unknown'],
    ['POST', 302, 8, 'unknown'],
  ])('%s answered with %i: exit %i, %s', async (method, status, exitCode, code) => {
    const { env } = await startService({ '/v1/new': json(status, { error: 'because' }) });
    const screen = await resale(`api ${method} /v1/new --max-retries 0`, { env });
    expect([screen.exitCode, errorOf(screen).code]).toEqual([exitCode, code]);
  });

  it('a change whose answer was lost is never sent twice', async () => {
    let requests = 0;
    const { env } = await startService({
      '/v1/new': (response) => {
        requests += 1;
        response.socket?.destroy();
      },
    });
    expect((await resale('api POST /v1/new', { env })).exitCode).toBe(8);
    expect(requests).toBe(1);
  });
});

it('--dry-run prints the request, its keys masked, and sends nothing', async () => {
  const { env } = await startService({});
  const { stdout } = await resale('api POST /v1/new --field a:=1 -n', { env });
  expect(JSON.parse(stdout)).toMatchObject({
    method: 'POST',
    url: `${env.RESALE_BASE_URL}/v1/new`,
    headers: { 'X-Service-Client-Id': '***', 'X-Service-Authentication-Key': '***' },
    body: { a: 1 },
  });
  expect(stdout).not.toContain(canaries.apiKey);
});

describe('an answer that says it is JSON, and is not', () => {
  const cut: Answer = (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4 }).end('[1,2');

  it.each(['', '-o ndjson'])('is an error where JSON is wanted: %s', async (format) => {
    const { env } = await startService({ '/v1/new': cut });
    const screen = await resale(`api GET /v1/new?a=1 ${format}`, { env });
    expect([screen.exitCode, screen.stdout, errorOf(screen)]).toEqual([
      1,
      '',
      {
        code: 'bad-answer',
        message: 'The answer to GET /v1/new is not JSON, although its content type says so.',
        hint: 'To print it as it came: -o table',
        retryable: false,
      },
    ]);
  });

  it('is printed with -o table, and after a change', async () => {
    const { env } = await startService({ '/v1/new': cut });
    expect(await resale('api GET /v1/new -o table', { env })).toMatchObject({
      exitCode: 0,
      stdout: '[1,2\n',
    });
    expect(await resale('api POST /v1/new', { env })).toMatchObject({ exitCode: 0, stdout: '[1,2\n' });
  });

  it('and a text that says it is one is printed', async () => {
    const { env } = await startService({
      '/v1/new': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('[1,2'),
    });
    expect(await resale('api GET /v1/new', { env })).toMatchObject({ exitCode: 0, stdout: '[1,2\n' });
  });
});
