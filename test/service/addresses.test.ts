import { describe, expect, test } from 'vitest';
import { addressFault, storeDomainProblem } from '../../src/service/addresses.ts';
import { fc } from '../support/properties.ts';

test.each([
  ...['a.example', 'bücher.example', 'xn--bcher-kva.example', 'A-1.example', 'a_b.co.example'],
  ...['localhost', 'localhost:8080', 'a.example:443', 'a.example.', 'A.EXAMPLE.:8443'],
])('%s is a domain', (text) => {
  expect(storeDomainProblem(text)).toBeUndefined();
});

test.each([
  ...['', ' ', '\u00a0\t', `${'a.'.repeat(150)}example`, `${'a'.repeat(64)}.example`, 'second-meadow'],
  ...[' a.example', 'a b.example', 'a.example\n', 'a.exam\u0007ple', 'a.example\u200b', 'a.example/shop'],
  ...[
    'a.example?x=1',
    'a.example#x',
    'a.example:',
    'a.example:443443',
    'me:pw@a.example',
    '//a.example',
    'a..example',
  ],
  ...['.a.example', 'a.example..', '-a.example', 'a-.example', '10.0.0.1', '[::1]', 'a,b.example'],
  ...['a%2e.example', '*.a.example'],
])('%j is none', (text) => {
  expect(storeDomainProblem(text)).toMatch(/^must /);
});

describe('an address of a picture', () => {
  test.each([
    'https://images.example/1.jpg',
    'HTTPS://Images.Example/1.JPG',
    'http://images.example',
    'https://images.example:8443/a/b.jpg?size=2&x[]=1'.replace('[]', '%5B%5D'),
    'https://images.example/?q=a/b?c#part',
    "https://images.example/a;b,c=d:e@f!$&'()*+~_-.jpg",
    'https://images.example/%20%C3%A9.jpg',
    'https://user:word@images.example/1.jpg',
    'https://[2001:db8::1]:443/1.jpg',
    'https://127.0.0.1/1.jpg',
    'https://xn--bcher-kva.example/1.jpg',
    'https://a:/x',
    'ftp://images.example/1.jpg',
    's3://bucket/key?version=1#part',
    'data:image/png;base64,AAAA',
    'urn:example:picture:1',
    'ftp://[2001:db8::1]:21/1.jpg',
    `https://a.example/${'x'.repeat(100_000)}`,
  ])('%.60s', (address) => {
    expect(addressFault(address)).toBeUndefined();
  });
});

const slashes = 'must have // after the colon, as in https://example.com/picture.jpg';
const isFile =
  'must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine';
const isNone = 'must be a valid URI, such as https://example.com/picture.jpg';
const better = (address: string) => `must be a valid URI, with all special characters encoded: ${address}`;
const controls =
  'must have no tabs, line breaks or other control characters in its address; notes follow after a space';

describe('no address of a picture', () => {
  test.each([
    ['C:\\pics\\1.jpg', isFile],
    ['C:/pics/1.jpg', isFile],
    ['\\\\server\\pics\\1.jpg', isFile],
    ['./1.jpg', isFile],
    ['1.jpg', isFile],
    ['~/1.jpg', isFile],
    ['/home/x.jpg', isFile],
    ['file:///home/x.jpg', isFile],
    ['//images.example/1.jpg', isFile],
    ['images.example/1.jpg', isFile],
    ['ftp://images.example/<x>', better('ftp://images.example/%3Cx%3E')],
    ['s3://bucket/%zz', isNone],
    ['s3://bucket/a\\b', isNone],
    ['ftp://images.example/x\ty', controls],
    ['ftp://[::1/x', isNone],
    ['http:/x', slashes],
    ['https:x', slashes],
    ['', 'has no address'],
    [' \t', 'has no address'],
    ['https://', isNone],
    ['https:///x', isNone],
    ['https://?x', isNone],
    ['https://a/%zz', isNone],
    ['https://a/%', isNone],
    ['https://a/\\x', isNone],
    ['https://a:99999/x', isNone],
    ['https://256.1.1.1/x', isNone],
    ['https://[::1/x', isNone],
    ['https://a/<x>', better('https://a/%3Cx%3E')],
    ['https://a/"q"', better('https://a/%22q%22')],
    ['https://a/x|{y}^`', better('https://a/x%7C%7By%7D%5E%60')],
    ['https://a/b c.jpg', better('https://a/b%20c.jpg')],
    ['https://bücher.example/größe.jpg', better('https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe.jpg')],
    ['https://a.example/x\tnotes', controls],
    ['https://a.example/x\ny', controls],
    ['https://a.example/x\u0000', controls],
    [`https://a.example/${'ü'.repeat(1000)}`, isNone],
  ])('%.60j %s', (text, fault) => {
    expect(addressFault(text)).toBe(fault);
  });

  test('whatever passes is ASCII without blanks, and means the same to the parser of URLs', () => {
    const sign = fc.constantFrom(...'ab1/:@?#[]%20.-_~<>"\\ \té|^`{}');
    fc.assert(
      fc.property(fc.string({ unit: sign, minLength: 1 }), (rest) => {
        const text = `https://a${rest}`;
        // Only what passes counts as one of the runs.
        fc.pre(addressFault(text) === undefined);
        expect(text).toMatch(/^[!-~]+$/);
        expect(text).not.toMatch(/[<>"\\^`{|}]|%(?![\da-f]{2})/i);
        expect(new URL(text).protocol).toBe('https:');
      }),
      { numRuns: 1000 },
    );
  });
});
