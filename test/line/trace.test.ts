import { describe, expect, test } from 'vitest';
import { figure } from '../../src/words/counted.ts';
import type { Answer } from '../support/feed-host.ts';
import { processorClock } from '../support/processor-clock.ts';
import { resale } from '../support/resale.ts';
import { canaries, json, startService } from '../support/service.ts';

const line = 'listings list --max-retries 0';

/** The lines of the trace, on stderr, of a call that is answered so. */
const traced = async (answer: Answer): Promise<string[]> => {
  const { env } = await startService({ '/v1/listings': answer });
  const { stderr } = await resale(`${line} --debug -o json`, { env });
  return stderr.split('\n').filter((one) => /^[<>!]/.test(one));
};

describe('a body in the trace', () => {
  test.each([
    [
      'a line that looks like a request',
      'x\n> DELETE /v1/listings/1',
      ['< | x', '< | > DELETE /v1/listings/1'],
    ],
    ['a line that looks like an answer', '200 in 3 ms', ['< | 200 in 3 ms']],
    ['a header', 'x\r\nset-cookie: x\r\n', ['< | x', '< | set-cookie: x', '< | ']],
    ['an event', '\n! waiting', ['< | ', '< | ! waiting']],
    [
      'line ends of other kinds',
      'x\r> A\u2028> B\u0085> C\u000b> D',
      ['< | x\\u000d> A\\u2028> B\\u0085> C\\u000b> D'],
    ],
    ['JSON', '{"listings":[]}', ['< {"listings":[]}']],
    ['JSON in lines', '{\n  "listings": []\n}', ['< {', '< |   "listings": []', '< | }']],
  ])('%s is marked, so that no line of it is taken for one of ours', async (_, body, lines) => {
    const all = await traced((response) => response.writeHead(400, { 'x-last': 'header' }).end(body));
    const begin = all.findIndex(
      (one) => one.startsWith('< transfer-encoding') || one.startsWith('< content-length'),
    );
    expect(all.slice(begin + 1)).toEqual(lines);
  });

  test('an error that holds lines is one line', async () => {
    const all = await traced(json(500, { error: 'no luck\n> DELETE /v1/listings/1' }));
    expect(all.filter((one) => one.includes('DELETE'))).toEqual([
      '< {"error":"no luck\\n> DELETE /v1/listings/1"}',
    ]);
  });

  test('is shown as far as 64 KiB, and no key is left where it is cut', async () => {
    const before = 64 * 1024 - 20;
    const body = `{"a":"${'x'.repeat(before)}${canaries.apiKey}${'y'.repeat(500_000)}`;
    const all = await traced((response) => response.end(body));
    expect(all.at(-1)).toBe(
      `< and ${figure(body.length - canaries.apiKey.length + 3 - 64 * 1024)} more characters`,
    );
    expect(all.at(-2)?.length).toBeLessThanOrEqual(64 * 1024 + 2);
    expect(all.at(-2)).toMatch(/x\*\*\*y*$/);
  });

  test.each([
    ['links in links', 'http://', 1_048_576],
    ['escaped links', 'http:\\/', 1_048_576],
    ['beginnings of keys', canaries.apiKey.slice(0, -1), 1_048_576],
    ['backslashes', '\\', 1_048_576],
    ['line ends', '\n', 1_048_576],
  ])('takes no time: %s', async (_, part, length) => {
    const { env } = await startService({
      '/v1/listings': (response) => response.end(part.repeat(length / part.length)),
    });
    const spent = processorClock();
    const { stderr } = await resale([...line.split(' '), '--debug'], { env });
    expect(spent()).toBeLessThan(2_000);
    expect(stderr.length).toBeGreaterThan(1_000);
  });
});

/** What a query may hold, and what looks as if the link ended there. */
const apparentEnds = [
  "'",
  '<',
  '>',
  ' ',
  '\\"',
  '\\n',
  '\\\\',
  '&quot;',
  ')',
  ',',
  '`',
  '\u00a0',
  '\u3000',
  '…',
];

test.each([
  ['an answer', (link: string) => `{"url":"${link}","version":1}`, '{"url":"LINK","version":1}'],
  ['an error', (link: string) => `{"error":"no ${link}"}`, '{"error":"no LINK"}'],
  ['a name', (link: string) => `{"${link}":{"a":[1.50]}}`, '{"LINK":{"a":[1.50]}}'],
  ['JSON within JSON', (link: string) => `["{\\"url\\":\\"${link}"]`, '["{\\"url\\":\\"LINK"]'],
  ['a text', (link: string) => `see ${link}`, '| see LINK'],
  ['JSON that is cut', (link: string) => `{"url":"${link}`, '{"url":"LINK'],
] as const)('the query of a link in %s is masked to the end of its text', async (_, body, expected) => {
  const rest = apparentEnds.map((end) => `${end}canary`).join('');
  for (const query of ['?Expires=1&Signature=a', '?k=a', '#k=a']) {
    const link = `https://host.example/feed${query}${rest}`;
    const all = await traced((response) => response.writeHead(400).end(body(link)));
    const shown = `https://host.example/feed${query[0]}***`;
    expect(all.at(-1)).toBe(`< ${expected.replace('LINK', shown)}`);
  }
});

test.each([
  ['{"url":"https://user:canary@host.example/x"}', '{"url":"https://***@host.example/x"}'],
  ['{"url":"https:\\/\\/us\'er:can ary@host.example\\/x"}', '{"url":"https://***@host.example/x"}'],
  [
    '{"url":"https%3A%2F%2Fuser%3Acanary%40host.example%2Fx"}',
    '{"url":"https%3A%2F%2F***%40host.example%2Fx"}',
  ],
  ['<a href="https://user:canary@host.example/x">', '| <a href="https://***@host.example/x">'],
  ['{"url":"/feed?k=can\'ary"}', '{"url":"/feed?***"}'],
  ['{"signature" : "a\'canary", "n": 1.0}', '{"signature" : "***", "n": 1.0}'],
  ['{"path":"C:\\\\u12","error":"\\u00e9"}', '{"path":"C:\\\\u12","error":"\\u00e9"}'],
  ['{"error":"x;sig=a\'canary"}', '{"error":"x;sig=***"}'],
  [
    '{"mail":"a@host.example","why":"what? https:, and #1"}',
    '{"mail":"a@host.example","why":"what? https:, and #1"}',
  ],
])('%s is shown as %s', async (body, shown) => {
  expect((await traced((response) => response.writeHead(400).end(body))).at(-1)).toBe(`< ${shown}`);
});

test.each([
  ['as it is', 'https://host.example/feed?sig=canary&b=c'],
  ['with escaped slashes', 'https:\\/\\/host.example\\/feed?sig=canary&b=c'],
  ['with coded slashes', 'https:\\u002F\\u002Fhost.example\\u002Ffeed\\u003Fsig=canary\\u0026b=c'],
  ['in HTML', 'https:&#x2F;&#x2F;host.example&#x2F;feed?sig=canary&amp;b=c'],
  ['in a link', 'https%3A%2F%2Fhost.example%2Ffeed%3Fsig%3Dcanary%26b%3Dc'],
  ['in capitals', 'HTTPS://HOST.EXAMPLE/FEED?SIG=canary'],
])('a signed link is shown without its query: %s', async (_, link) => {
  const all = await traced((response) => response.writeHead(400).end(`{"error":"no ${link}"}`));
  expect(all.at(-1)).toMatch(/no https?.*host\.example.*\*\*\*"\}$/i);
  expect(all.join('\n')).not.toMatch(/canary|b=c/);
});

test.each([
  ['a relative redirect', 'location', '/file?X-Amz-Signature=canary&b=c', '/file?***'],
  ['a redirect to a host', 'location', '//host.example/x?sig=canary', '//host.example/x?***'],
  ['a link', 'link', '</file?page=canary>; rel="next"', '</file?***'],
  ['a parameter of a path', 'location', '/file;v=1;sig=canary', '/file;v=1;sig=***'],
  ['who asks', 'location', 'https://user:canary@host.example/x', 'https://***@host.example/x'],
  ['who asks, and a link that is cut', 'x-from', "ftp://us'er:can ary@host", 'ftp://***@host'],
  ['another header', 'x-next', '/file?page=2&sig=canary', '/file?***'],
  [
    'what looks like an end',
    'x-next',
    "https://host.example/f?a=b'canary <canary>",
    'https://host.example/f?***',
  ],
])('a signed link in a header is shown without its query: %s', async (_, name, value, shown) => {
  const all = await traced((response) => response.writeHead(400, { [name]: value }).end());
  expect(all).toContain(`< ${name}: ${shown}`);
});

test('of an answer without a body only the headers are shown', async () => {
  expect((await traced((response) => response.writeHead(400).end())).at(-1)).toMatch(/^< [\w-]+: /);
});

test.each([
  ['relative', 'no /file?X-Amz-Signature=canary', 'no /file?X-Amz-Signature=***'],
  ['without a scheme', 'no //host.example/x?a=1&sig=canary', 'no //host.example/x?a=1&sig=***'],
  ['with an escaped scheme', '\\u0068ttp://h/?sig=canary&Policy=canary', '\\u0068ttp://h/?***'],
  ['with an escaped sign', 'no /x?Key-Pair-Id\\u003dcanary', 'no /x?Key-Pair-Id\\u003d***'],
  ['in parts', '{"access_token": "canary", "design": "x"}', '{"access_token": "***", "design": "x"}'],
])('what signs a link is not shown: %s', async (_, body, shown) => {
  const all = await traced((response) => response.writeHead(400).end(body));
  expect(all.at(-1)).toMatch(/^< /);
  expect(all.at(-1)?.replace(/^< (\| )?/, '')).toBe(shown);
});
