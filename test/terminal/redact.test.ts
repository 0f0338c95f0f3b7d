import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactor } from '../../src/terminal/redact.ts';
import { processorClock } from '../support/processor-clock.ts';

/** A text as JSON, and that as JSON, and so on. */
const nested = (text: string, times: number): string =>
  times === 0 ? text : nested(JSON.stringify(text), times - 1);

test.each([
  ['as it is', ['key-123'], 'header: key-123.', 'header: ***.'],
  ['every time', ['key-123'], 'key-123 key-123', '*** ***'],
  ['percent-encoded', ['k/y 12'], '?key=k%2Fy%2012&x=1', '?key=***&x=1'],
  ['percent-encoded in small letters', ['k/y 12'], '?key=k%2fy%2012', '?key=***'],
  ['in base64', ['key?>>'], 'Basic a2V5Pz4+ and on', 'Basic *** and on'],
  ['in base64 with padding', ['key-123'], 'Basic a2V5LTEyMw==', 'Basic ***'],
  ['in base64url', ['key?>>'], 'a2V5Pz4-', '***'],
  ['in JSON', ['k"e\\y'], JSON.stringify({ key: 'k"e\\y' }), '{"key":"***"}'],
  ['in JSON that a string of JSON holds', ['k"e\\y'], nested('k"e\\y', 2), '"\\"***\\""'],
  ['in a string in a string in a string', ['k"e\\y'], nested('k"e\\y', 3), '"\\"\\\\\\"***\\\\\\"\\""'],
  ['the longer one of two', ['key-1', 'key-123'], 'key-123 key-1', '*** ***'],
  ['short ones are no secrets', ['abc', ''], 'abc', 'abc'],
  ['no secrets', [], 'text', 'text'],
  ['in another case', ['Key-12345'], 'KEY-12345 key-12345', '*** ***'],
  ['a short one within a word', ['shop'], 'shop shops workshop', '*** shops workshop'],
  ['the beginning that was left of one', ['key-123456789'], 'the key key-12345', 'the key ***'],
  ['the same before an ellipsis', ['key-123456789'], 'key-1234… and "key-1234..."', '***… and "***..."'],
  ['the same at the end of a line', ['key-123456789'], '"key-12345"\nnext', '"***"\nnext'],
  ['too little to tell', ['key-123456789'], 'key-123', 'key-123'],
  [
    'a word that begins like one',
    ['resale-client'],
    'resale-clients of resale-cabbage',
    '***s of resale-cabbage',
  ],
])('%s', (_, secrets, text, shown) => {
  expect(redactor(new Set(secrets))(text)).toBe(shown);
});

test('no secret is left in any form, and the text around it is kept', () => {
  const secret = fc.stringMatching(/^[\w+/?&=% "-]{4,40}$/);
  const around = fc.stringMatching(/^[.:;,]*$/);
  const forms = (text: string) => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64url'),
  ];
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      around,
      around,
      (secrets, before, after) => {
        const redacted = redactor(new Set(secrets));
        for (const form of secrets.flatMap(forms)) {
          const shown = redacted(before + form + after);
          expect(shown).toContain('***');
          expect(shown.startsWith(before) && shown.endsWith(after)).toBe(true);
          for (const hidden of secrets.flatMap(forms)) expect(shown).not.toContain(hidden);
        }
      },
    ),
    // Preparing a redactor takes long; all forms are tried one by one below.
    { numRuns: 30 },
  );
});

/** How programs write a text: each of these is a function of some common library. */
const hexOf = (text: string, between = '') =>
  (Buffer.from(text).toString('hex').match(/../g) ?? []).join(between);
const perCharacter = (write: (code: number) => string) => (text: string) =>
  [...text].map((one) => write(one.codePointAt(0) ?? 0)).join('');
const specials = (write: (code: number) => string) => (text: string) =>
  text.replace(/[^a-z0-9]/gi, (one) => write(one.codePointAt(0) ?? 0));
const hexCode = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const named: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
};
const inHtml = (text: string) => text.replace(/[&<>"'/+=]/g, (one) => `&${named[one]};`);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const encoders: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'JSON with \\/': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON within JSON within JSON': (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  '\\u002b': specials((code) => `\\u${hexCode(code, 4)}`),
  '\\u002B': specials((code) => `\\u${hexCode(code, 4).toUpperCase()}`),
  '\\u002b for all': perCharacter((code) => `\\u${hexCode(code, 4)}`),
  '\\u{2b}': specials((code) => `\\u{${code.toString(16)}}`),
  '\\x2B': specials((code) => `\\x${hexCode(code, 2).toUpperCase()}`),
  '\\053': specials((code) => `\\${code.toString(8).padStart(3, '0')}`),
  '&#x2F;': specials((code) => `&#x${code.toString(16).toUpperCase()};`),
  '&#47;': specials((code) => `&#${code};`),
  '&#047': perCharacter((code) => `&#0${code};`),
  '&plus; &amp;': inHtml,
  '&amp;plus;': (text) => inHtml(inHtml(text)),
  '\\u0026#43;': (text) => JSON.stringify(specials((code) => `&#${code};`)(text)).replaceAll('&', '\\u0026'),
  percent: encodeURIComponent,
  'percent, small': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent three times, small': (text) =>
    encodeURIComponent(encodeURIComponent(encodeURIComponent(text))).toLowerCase(),
  'percent for all': (text) => `%${hexOf(text, '%')}`,
  form: (text) => new URLSearchParams({ key: text }).toString().slice(4),
  'quoted-printable': specials((code) => `=${hexCode(code, 2).toUpperCase()}`),
  hex: hexOf,
  'HEX with colons': (text) => hexOf(text, ':').toUpperCase(),
  'a dump of bytes': (text) => `<Buffer ${hexOf(text, ' ')}>`,
  '0x, 0x': (text) => `0x${hexOf(text, ', 0x')}`,
  'an array of bytes': (text) => JSON.stringify(Buffer.from(text)),
  'an array of bytes in lines': (text) => JSON.stringify(Buffer.from(text), undefined, 2),
  base64,
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => base64(text).replace(/.{8}/g, '$&\r\n'),
  'base64 in a link': (text) => encodeURIComponent(base64(text)),
  'base64 of id:key': (text) => base64(`client:${text}`),
  'base64 of a longer text': (text) => base64(`a:${text}:b`),
  'base64url of another': (text) => Buffer.from(`ab:${text};`).toString('base64url'),
  'UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
};

const keys = [
  'sk/live+4711=Quartz&"x"',
  'Kq7vZ2mX9pL4tR8wB3nY6',
  'with blank/and\\more',
  'ab-7f3c2d91-55e0-4b6a',
];

describe.each(Object.entries(encoders))('%s', (_, encode) => {
  /** How much of what the encoder writes are the first characters of a key. */
  const lengthOf = (key: string, characters: number): number => {
    const [whole, part] = [encode(key), encode(key.slice(0, characters))];
    return [...whole].findIndex((_, at) => whole[at] !== part[at]);
  };
  /** Parts of a key, as long as 11 characters of it. */
  const leftOf = (shown: string, key: string): string[] => {
    const encoded = encode(key);
    const length = lengthOf(key, 11);
    return Array.from(encoded, (_, at) => encoded.slice(at, at + length)).filter(
      (part) => part.length === length && shown.includes(part),
    );
  };

  test.each(keys)('%s is masked, and what is around it stays', (key) => {
    const encoded = encode(key);
    const shown = redactor(new Set(['client', key]))(`{"error":"no (${encoded}) here"}`);
    expect(shown).toMatch(/^\{"error":"no \(.*\*\*\*.*\) here"\}$/s);
    expect(leftOf(shown, key)).toEqual([]);
    expect(shown.length).toBeLessThan(70);
  });

  test.each(keys)('%s is masked wherever it is cut', (key) => {
    const encoded = encode(key);
    const redact = redactor(new Set([key]));
    for (let length = 0; length <= encoded.length; length++)
      for (const end of ['', '…', '..."', '"}\nnext line'])
        expect(leftOf(redact(`no ${encoded.slice(0, length)}${end}`), key), `${length}${end}`).toEqual([]);
  });
});

test('as much as 200 characters of a longer key are no key any more than all of it', () => {
  const key = Array.from({ length: 330 }, (_, at) => at.toString(36)).join('');
  const redact = redactor(new Set([key]));
  expect(redact(`a ${key} b`)).toMatch(/^a (\*\*\*)+ b$/);
  for (const length of [50, 199, 200, 201, 399, 577, key.length - 1])
    expect(redact(key.slice(0, length)).replaceAll('*', '').length).toBeLessThan(8);
});

test('secrets that become known later are masked from then on', () => {
  const secrets = new Set<string>();
  const redact = redactor(secrets);
  expect(redact('key-123456')).toBe('key-123456');
  secrets.add('key-123456');
  expect(redact('key-123456')).toBe('***');
});

describe('a part of a key, wherever it stands', () => {
  const key = 'kEy-3f9Zq71LmXw0TtBv8812ZpQrsT';
  const bytes = [...Buffer.from(key)];
  const dump = (line: (text: string, at: number) => string): string =>
    Array.from({ length: 2 }, (_, at) => line(key.slice(at * 16, at * 16 + 16), at)).join('\n');
  const hexPairs = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '$& ');

  test.each([
    ['but its last character', `${key.slice(0, -1)} is wrong`],
    ['with a comma behind it', `key(${key.slice(0, 15)}, truncated)`],
    ['but its first character', `no ${key.slice(1)} here`],
    ['its middle', `no ${key.slice(9, 20)} here`],
    ['folded', `${key.slice(0, 12)}\r\n ${key.slice(12)}`],
    ['folded within JSON', JSON.stringify(`${key.slice(0, 12)}\r\n ${key.slice(12)}`)],
    ['with a tab', `${key.slice(0, 10)}\t${key.slice(10)}`],
    ['with invisible characters', [...key].join('\u200b')],
    ['with escaped NULs', [...key].join('\\u0000')],
    ['with soft hyphens', [...key].join('\u00ad')],
    ['with blanks', [...key].join(' ')],
    ['escaped in part', `x${key.slice(1, 9)}\\u0031${key.slice(10, 16)} y`],
    ['UTF-16 in Base64', Buffer.from(key, 'utf16le').toString('base64')],
    ['UTF-16 in hex', Buffer.from(key, 'utf16le').toString('hex')],
    ['UTF-16 of the other order in hex', Buffer.from(key, 'utf16le').swap16().toString('hex')],
    ['as hexdump writes it', dump((text, at) => `0000000${at}0  ${hexPairs(text)} |${text}|`)],
    [
      'as xxd writes it',
      dump(
        (text, at) => `000000${at}0: ${Buffer.from(text).toString('hex').replace(/..../g, '$& ')} ${text}`,
      ),
    ],
    ['as decimal numbers', bytes.join(' ')],
    ['as octal numbers', bytes.map((byte) => byte.toString(8)).join(' ')],
  ])('%s', (_, text) => {
    const shown = redactor(new Set(['client', key]))(`a: ${text}; b`);
    expect(shown).toMatch(/^a: .*\*\*\*.*; b$/s);
    for (let at = 0; at + 8 <= key.length; at++) {
      const part = key.slice(at, at + 8);
      expect(shown).not.toContain(part);
      expect(shown.replaceAll(' ', '')).not.toContain(Buffer.from(part).toString('hex'));
    }
    expect(shown.replace(/[\s\u200b\u00ad]/g, '').length).toBeLessThan(80);
  });

  test('all of a text', () => {
    for (let at = 0; at + 8 <= key.length; at++)
      expect(redactor(new Set([key]))(key.slice(at, at + 8))).toBe('***');
  });

  test.each(['a kEy-3f9 b', 'order 88123456', 'the wheels of the client-api'])('%s stays', (text) => {
    expect(redactor(new Set(['client-application-4711', key]))(text)).toBe(text);
  });
});

test('law: whatever the key repeats, it takes time in proportion to the text', () => {
  const part = fc.string({ unit: fc.constantFrom(...'\\&%=#;"/u0a5c.x '), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(part, fc.integer({ min: 4, max: 32 }), part, (one, times, other) => {
      const key = one.repeat(times);
      const redact = redactor(new Set([key]));
      for (const text of [
        `${'\\'.repeat(64)}x`,
        `${key.slice(0, -1)}~`,
        JSON.stringify(`${key}${other}`).slice(1, -1),
        `${one}${other}`,
      ]) {
        const long = text.repeat(Math.ceil(16_384 / text.length));
        const spent = processorClock();
        redact(long);
        expect(spent(), JSON.stringify([key, text])).toBeLessThan(1_500);
      }
    }),
    {
      numRuns: 25,
      examples: [
        ['\\', 32, 'x'],
        ['\\"', 16, 'x'],
        ['&amp;', 8, '&'],
        ['=3d', 8, '='],
        ['%25', 8, '%'],
      ],
    },
  );
});
