import { describe, expect, test } from 'vitest';
import { FeedLinkRefused } from '../../src/feed/errors.ts';
import { checkedLink } from '../../src/feed/link.ts';

const onLoopback = true;
const elsewhere = false;

describe('links that are followed', () => {
  test.each([
    ['https://files.example.com/feed.json?signature=abc', elsewhere],
    ['https://files.example.com:8443/feed.json', elsewhere],
    ['https://files.example.com/feed.json', onLoopback],
    ['http://127.0.0.1:4010/feed.json', onLoopback],
    ['http://localhost:4010/feed.json', onLoopback],
    ['http://[::1]:4010/feed.json', onLoopback],
  ])('%s, service on loopback: %s', (link, allowLoopback) => {
    expect(checkedLink(link, allowLoopback).href).toBe(link);
  });

  test.each([
    ['https://a.example/x?y', '/z', 'https://a.example/z'],
    ['https://a.example/x', 'https://b.example/x', 'https://b.example/x'],
    ['http://127.0.0.1:1/x', '//127.0.0.1:2/x', 'http://127.0.0.1:2/x'],
  ])('from %s to %s leads to %s', (from, location, to) => {
    expect(checkedLink(location, onLoopback, new URL(from)).href).toBe(to);
  });
});

describe('links that are not', () => {
  test.each([
    ['', elsewhere, 'it is not a URL'],
    ['feed.json', elsewhere, 'it is not a URL'],
    ['https://', elsewhere, 'it is not a URL'],
    ['file:///etc/passwd', onLoopback, 'file: is not a protocol that a feed comes by'],
    ['javascript:alert(1)', onLoopback, 'javascript: is not a protocol that a feed comes by'],
    ['data:application/json,[]', onLoopback, 'data: is not a protocol that a feed comes by'],
    ['http://files.example.com/', elsewhere, 'it is not an https link'],
    ['http://files.example.com/', onLoopback, 'it is not an https link'],
    ['http://127.example.com/', onLoopback, 'it is not an https link'],
    ['http://localhost.example.com/', onLoopback, 'it is not an https link'],
    ['https://user@files.example.com/', elsewhere, 'it holds a user name or a password'],
    ['https://user:word@files.example.com/', elsewhere, 'it holds a user name or a password'],
    ...[
      'https://localhost/',
      'https://a.localhost/',
      'https://LOCALHOST./',
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.0.0.1/',
      'http://0/',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
    ].map((link): [string, boolean, string] => [
      link,
      elsewhere,
      'it points to this machine, and the service is elsewhere',
    ]),
  ])('%s, service on loopback: %s: %s', (link, allowLoopback, problem) => {
    expect(refusal(link, allowLoopback).problem).toBe(problem);
  });

  test('a redirect from https to http', () => {
    expect(refusal('http://127.0.0.1/', onLoopback, 'https://127.0.0.1/')).toMatchObject({
      problem: 'a redirect leads from https to http',
      host: 'http://127.0.0.1',
    });
  });

  test('no refusal quotes a link', () => {
    for (const link of [
      'canary',
      'http://a.example/canary?canary',
      'https://canary:canary@a.example/',
      'data:canary',
    ])
      expect(JSON.stringify([refusal(link, elsewhere), refusal(link, elsewhere).message])).not.toContain(
        'canary',
      );
  });
});

const refusal = (link: string, allowLoopback: boolean, from?: string): FeedLinkRefused => {
  try {
    checkedLink(link, allowLoopback, from === undefined ? undefined : new URL(from));
  } catch (error) {
    if (error instanceof FeedLinkRefused) return error;
    throw error;
  }
  throw new Error(`${link} was not refused`);
};
