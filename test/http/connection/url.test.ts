import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../../src/http/connection/url.ts';

describe('the normal form', () => {
  test.each([
    ['https://api.example', 'https://api.example'],
    ['https://api.example/', 'https://api.example'],
    ['HTTPS://API.Example:443/', 'https://api.example'],
    ['https://api.example/resale/', 'https://api.example/resale'],
    ['https://api.example/resale//', 'https://api.example/resale'],
    ['https://api.example/a/../b', 'https://api.example/b'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://10.0.0.1:8443', 'https://10.0.0.1:8443'],
    ['http://127.0.0.1:4141', 'http://127.0.0.1:4141'],
    ['http://127.1:4141', 'http://127.0.0.1:4141'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://[::1]:4141/', 'http://[::1]:4141'],
    ['http://localhost:4141', 'http://localhost:4141'],
  ])('%s → %s', (text, expected) => {
    for (const form of [text, expected]) expect(parseBaseUrl(form)).toBe(expected);
  });
});

describe('what is refused', () => {
  test.each([
    ['', 'must begin with https://'],
    ['api.example', 'must begin with https://'],
    ['localhost:4141', 'must begin with https://'],
    ['ftp://api.example', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['https:api.example', 'must begin with https://'],
    ['https://', 'is not a valid URL'],
    ['https://api.example:99999', 'is not a valid URL'],
    ['https://ann:canary@api.example', 'must not hold a user name or password'],
    ['https://canary@api.example', 'must not hold a user name or password'],
    ['https://api.example?key=canary', 'must not have a query or a fragment'],
    ['https://api.example/?', 'must not have a query or a fragment'],
    ['https://api.example/#canary', 'must not have a query or a fragment'],
    ['https://api.exa\nmple', 'must not hold blanks'],
    ['https://api.example\\resale', 'must not hold blanks'],
    ['http://api.example', 'must begin with https://: plain http would show the credentials'],
    ['http://127.0.0.1.evil.example', 'must begin with https://: plain http'],
    ['http://localhost.evil.example', 'must begin with https://: plain http'],
    ['http://128.0.0.1', 'must begin with https://: plain http'],
    ['http://0.0.0.0', 'must begin with https://: plain http'],
    ['http://[::ffff:127.0.0.1]', 'must begin with https://: plain http'],
  ])('%j: %s', (text, message) => {
    expect(() => parseBaseUrl(text, '--base-url')).toThrow(`--base-url ${message}`);
  });

  test('the text is never repeated', () => {
    for (const text of [
      'https://ann:canary@api.example',
      'https://api.example?key=canary',
      'canary',
      'https://canary:x',
    ])
      expect(() => parseBaseUrl(text)).toThrow(/^(?!.*canary)/);
  });
});
