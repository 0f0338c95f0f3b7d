import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { checkedLink } from '../../src/feed/feed-link.ts';
import { table } from '../support/table.ts';

// A link → where the service is.
test.each(
  table(`
    https://files.example.com/feed.json?signature=abc → elsewhere
    https://files.example.com:8443/feed.json → elsewhere
    https://192.0.2.7/feed.json → elsewhere
    https://files.example.com/feed.json → here
    http://127.0.0.1:4010/feed.json → here
    http://localhost:4010/feed.json → here
    http://[::1]:4010/feed.json → here
  `),
)('%s is followed, service: %s', (link = '', service) => {
  expect(checkedLink(link, service === 'here').href).toBe(link);
});

test.each(
  table(`
    https://a.example/x?y → /z → https://a.example/z
    https://a.example/x → https://b.example/x → https://b.example/x
    http://127.0.0.1:1/x → //127.0.0.1:2/x → http://127.0.0.1:2/x
  `),
)('from %s to %s leads to %s', (from = '', location = '', to = '') => {
  expect(checkedLink(location, true, new URL(from)).href).toBe(to);
});

const machine = 'it points to this machine, and the service is elsewhere';

describe('links that are not', () => {
  // Links, parted by blanks → where the service is → why none of them is followed.
  const rows = table(`
    https:// feed.json → elsewhere → it is not a URL
    file:///etc/passwd → here → file: is not a protocol that a feed comes by
    javascript:alert(1) → here → javascript: is not a protocol that a feed comes by
    data:application/json,[] → here → data: is not a protocol that a feed comes by
    http://files.example.com/ http://10.0.0.6/ → elsewhere → it is not an https link
    http://files.example.com/ http://127.example.com/ http://localhost.example.com/ → here → it is not an https link
    https://user@files.example.com/ https://user:word@files.example.com/ → elsewhere → it holds a user name or a password
    https://localhost/ http://127.0.0.1/ http://127.1/ http://2130706433/ https://[::1]/ → elsewhere → ${machine}
  `);
  test.each(rows.flatMap(([links = '', ...rest]) => links.split(' ').map((link) => [link, ...rest])))(
    '%s, service: %s: %s',
    (link = '', service, problem) => {
      const message = refusal(link, service === 'here');
      expect(message).toMatch(/^the feed's link(?: to [^/]+\/\/[^/]+)? was not followed: /);
      expect(message.split('followed: ')[1]).toBe(problem);
    },
  );

  test('a redirect to where a link must not lead', () => {
    expect(refusal('https://localhost/', false, 'https://a.example/')).toBe(
      `the feed's link to https://localhost was not followed: ${machine}`,
    );
  });

  test('a redirect from https to http', () => {
    expect(refusal('http://127.0.0.1/', true, 'https://127.0.0.1/')).toBe(
      "the feed's link to http://127.0.0.1 was not followed: a redirect leads from https to http",
    );
  });

  test('no refusal quotes a link', () => {
    for (const link of [
      'canary',
      'http://a.example/canary?canary',
      'https://canary:canary@a.example/',
      'data:canary',
    ])
      expect(refusal(link, false)).not.toContain('canary');
  });
});

const refusal = (link: string, isServiceLocal: boolean, from?: string): string => {
  try {
    checkedLink(link, isServiceLocal, from === undefined ? undefined : new URL(from));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error).toMatchObject({ code: 'refused' });
    return error.message;
  }
  throw new Error(`${link} was not refused`);
};
