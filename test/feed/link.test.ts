import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import { checkedLink } from '../../src/feed/feed-link.ts';
import type { Reach } from '../../src/http/connection/reach.ts';
import { table } from '../support/table.ts';

// A link → how near the service is.
test.each(
  table(`
    https://files.example.com/feed.json?signature=abc → anywhere
    https://files.example.com:8443/feed.json → anywhere
    https://[64:ff9b::cb00:7107]/feed.json → anywhere
    https://192.0.2.7/feed.json → anywhere
    https://files.example.com/feed.json → machine
    http://127.0.0.1:4010/feed.json → machine
    http://localhost:4010/feed.json → machine
    http://[::1]:4010/feed.json → machine
    https://10.0.0.6/feed.json → machine
    https://10.0.0.6/feed.json → private
    https://[fd00::6]/feed.json → private
    https://169.254.7.7/feed.json → link
    https://10.0.0.6/feed.json → link
  `),
)('%s is followed, service: %s', (link = '', service = '') => {
  expect(checkedLink(link, service as Reach).href).toBe(link);
});

test.each(
  table(`
    https://a.example/x?y → /z → https://a.example/z
    https://a.example/x → https://b.example/x → https://b.example/x
    http://127.0.0.1:1/x → //127.0.0.1:2/x → http://127.0.0.1:2/x
  `),
)('from %s to %s leads to %s', (from = '', location = '', to = '') => {
  expect(checkedLink(location, 'machine', new URL(from)).href).toBe(to);
});

const machine = 'it points to this machine, and the service is elsewhere';
const network = 'it points into a private network, and the service is not in one';
const linkLocal = 'it points to a link-local address, and the service does not have one';

describe('links that are not', () => {
  // Links, parted by blanks → how near the service is → why none of them is followed.
  const rows = table(`
    https:// feed.json → anywhere → it is not a URL
    file:///etc/passwd → machine → file: is not a protocol that a feed comes by
    javascript:alert(1) → machine → javascript: is not a protocol that a feed comes by
    data:application/json,[] → machine → data: is not a protocol that a feed comes by
    http://files.example.com/ → anywhere → it is not an https link
    http://files.example.com/ http://127.example.com/ http://localhost.example.com/ → machine → it is not an https link
    http://10.0.0.6/ → private → it is not an https link
    https://user@files.example.com/ https://user:word@files.example.com/ → anywhere → it holds a user name or a password
    https://localhost/ https://a.localhost/ https://LOCALHOST./ http://127.0.0.1/ http://127.1/ → anywhere → ${machine}
    http://2130706433/ http://0x7f.0.0.1/ http://0/ http://[::1]/ http://[::]/ → anywhere → ${machine}
    http://[::ffff:127.0.0.1]/ http://[::127.0.0.1]/ https://[64:ff9b::127.0.0.1]/ → anywhere → ${machine}
    https://127.0.0.1/ → private → ${machine}
    https://10.0.0.6/ https://10.255.255.255/ https://100.64.0.1/ https://172.16.0.1/ → anywhere → ${network}
    https://172.31.9.9/ https://192.168.1.1/ https://0xc0a80101/ https://224.0.0.1/ → anywhere → ${network}
    https://255.255.255.255/ https://[fc00::1]/ https://[fd00:ec2::254]/ https://[fec0::1]/ → anywhere → ${network}
    https://[::ffff:10.0.0.6]/ https://[::ffff:c0a8:101]/ https://[64:ff9b::10.0.0.6]/ → anywhere → ${network}
    https://169.254.169.254/latest/ https://2852039166/ https://[::ffff:169.254.169.254]/ → anywhere → ${linkLocal}
    https://169.254.169.254/latest/ https://2852039166/ https://[fe80::1]/ → private → ${linkLocal}
  `);
  test.each(rows.flatMap(([links = '', ...rest]) => links.split(' ').map((link) => [link, ...rest])))(
    '%s, service: %s: %s',
    (link = '', service = '', problem) => {
      expect(refusal(link, service as Reach)).toMatch(
        /^the feed's link(?: to [^/]+\/\/[^/]+)? was not followed: /,
      );
      expect(refusal(link, service as Reach).split('followed: ')[1]).toBe(problem);
    },
  );

  test('a redirect to where a link must not lead', () => {
    expect(refusal('https://169.254.169.254/', 'anywhere', 'https://a.example/')).toBe(
      "the feed's link to https://169.254.169.254 was not followed: it points to a link-local address, and the service does not have one",
    );
  });

  test('a redirect from https to http', () => {
    expect(refusal('http://127.0.0.1/', 'machine', 'https://127.0.0.1/')).toBe(
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
      expect(refusal(link, 'anywhere')).not.toContain('canary');
  });
});

const refusal = (link: string, service: Reach, from?: string): string => {
  try {
    checkedLink(link, service, from === undefined ? undefined : new URL(from));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error).toMatchObject({ code: 'refused' });
    return error.message;
  }
  throw new Error(`${link} was not refused`);
};
