import { describe, expect, test } from 'vitest';
import { proxyFor } from '../../../src/http/connection/network.ts';

const shop = new URL('https://shop.example');
const proxy = 'http://proxy.example:3128';

describe('which proxy is on the way', () => {
  test.each<[Record<string, string>, string | undefined]>([
    [{}, undefined],
    [{ HTTPS_PROXY: proxy }, 'proxy.example:3128'],
    [{ https_proxy: proxy }, 'proxy.example:3128'],
    [{ HTTP_PROXY: proxy }, 'proxy.example:3128'],
    [{ http_proxy: proxy }, 'proxy.example:3128'],
    [{ HTTPS_PROXY: 'http://a.example:1', https_proxy: proxy }, 'proxy.example:3128'],
    [{ HTTP_PROXY: 'http://a.example:1', HTTPS_PROXY: proxy }, 'proxy.example:3128'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'proxy.example:3128'],
    [{ HTTPS_PROXY: 'http://proxy.example' }, 'proxy.example:80'],
    [{ HTTPS_PROXY: 'https://proxy.example' }, 'proxy.example:443'],
    [{ HTTPS_PROXY: 'http://[fd00::1]:3128' }, '[fd00::1]:3128'],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'shop.example' }, undefined],
    [{ HTTPS_PROXY: proxy, no_proxy: '*' }, undefined],
  ])('%j → %s', (env, host) => {
    expect(proxyFor(shop, env)?.host).toBe(host);
  });

  test.each(['http://127.0.0.1:4141', 'http://localhost:4141', 'http://[::1]:4141', 'http://0.0.0.0:4141'])(
    'this very machine, and whatever speaks no TLS, is reached without: %s',
    (url) => {
      expect(proxyFor(new URL(url), { HTTPS_PROXY: proxy, HTTP_PROXY: proxy })).toBeUndefined();
    },
  );
});

describe('user and password', () => {
  test.each([
    ['http://user:secret@proxy.example:3128', 'user:secret'],
    ['http://user:p%40ss%3A%2F@proxy.example:3128', 'user:p@ss:/'],
    ['http://user@proxy.example:3128', 'user:'],
  ])('%s are for the proxy alone', (named, pair) => {
    const found = proxyFor(shop, { HTTPS_PROXY: named });
    expect(found?.authorization).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
    expect(found?.origin).toBe('http://proxy.example:3128');
    expect(found?.host).toBe('proxy.example:3128');
    expect(found?.secrets).toContain(pair);
  });

  test('there are none', () => {
    expect(proxyFor(shop, { HTTPS_PROXY: proxy })).toMatchObject({ authorization: undefined, secrets: [] });
  });
});

test.each([
  [
    'socks5://user:secret@proxy.example',
    'HTTPS_PROXY names a proxy of the kind socks5://, and only http:// and https:// proxies are supported',
  ],
  ['http://user:secret@', 'HTTPS_PROXY is not a URL, such as http://proxy.example:3128'],
  [
    'http://user:100%@proxy.example',
    'HTTPS_PROXY has a user or password with a % that stands for nothing: write it as %25',
  ],
])('%s can not be used, and is not repeated', (named, message) => {
  expect(() => proxyFor(shop, { HTTPS_PROXY: named })).toThrow(message);
});

test.each([
  ['', 'https://shop.example', false],
  ['*', 'https://shop.example', true],
  ['shop.example', 'https://shop.example', true],
  ['SHOP.example', 'https://shop.example', true],
  ['shop.example', 'https://api.shop.example', true],
  ['.shop.example', 'https://api.shop.example', true],
  ['*.shop.example', 'https://api.shop.example', true],
  ['.shop.example', 'https://shop.example', true],
  ['shop.example', 'https://myshop.example', false],
  ['api.shop.example', 'https://shop.example', false],
  ['a.example, shop.example', 'https://shop.example', true],
  ['a.example shop.example', 'https://shop.example', true],
  ['shop.example:443', 'https://shop.example', true],
  ['shop.example:8443', 'https://shop.example', false],
  ['shop.example:8443', 'https://shop.example:8443', true],
  ['shop.example:80', 'http://shop.example', true],
  ['10.1.2.3', 'https://10.1.2.3', true],
  // A network is none of these, as it is for most tools: a proxy is left out for hosts that are named.
  ['10.0.0.0/8', 'https://10.1.2.3', false],
  ['fd00::1', 'https://[fd00::1]', true],
  ['[fd00::1]', 'https://[fd00::1]', true],
  ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
  ['[fd00::1]:8443', 'https://[fd00::1]', false],
  ['shop.example.', 'https://api.shop.example', true],
  ['shop.example.:443', 'https://shop.example', true],
  ['shop.example', 'https://shop.example.', true],
  ['.', 'https://shop.example', false],
])('NO_PROXY=%j, %s: %s', (list, url, exempt) => {
  const env = { HTTPS_PROXY: proxy, NO_PROXY: list };
  expect(proxyFor(new URL(url), env) === undefined).toBe(exempt);
});
