import { describe, expect, test } from 'vitest';
import { unescaped, withoutBlanks } from '../../src/terminal/readings.ts';
import { redactor } from '../../src/terminal/redact.ts';
import { asItStands } from '../../src/words/reading.ts';
import { processorClock } from '../support/processor-clock.ts';
import { fc } from '../support/properties.ts';

/** A text as JSON, and that as JSON, and so on. */
const nested = (text: string, times: number): string =>
  times === 0 ? text : nested(JSON.stringify(text), times - 1);

test.each([
  ['as it is', ['key-123'], 'header: key-123.', 'header: ***.'],
  ['every time', ['key-123'], 'key-123 key-123', '*** ***'],
  ['percent-encoded', ['k/y 12'], '?key=k%2Fy%2012&x=1', '?key=***&x=1'],
  ['percent-encoded in small letters', ['k/y 12'], '?key=k%2fy%2012', '?key=***'],
  ['in base64', ['key?>>'], 'Basic a2V5Pz4+ and on', 'Basic *** and on'],
  ['in base64 with padding', ['key-123'], 'Basic a2V5LTEyMw==', 'Basic ***=='],
  ['in base64url', ['key?>>'], 'a2V5Pz4-', '***'],
  [
    'in base64 of UTF-16',
    ['key-12345'],
    `«${Buffer.from('key-12345', 'utf16le').toString('base64')}»`,
    '«***A»',
  ],
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
  'JSON in a link': (text) => encodeURIComponent(JSON.stringify(text).slice(1, -1)),
  'a link in HTML in JSON': (text) => JSON.stringify(inHtml(encodeURIComponent(text))),
  form: (text) => new URLSearchParams({ key: text }).toString().slice(4),
  'quoted-printable': specials((code) => `=${hexOf(String.fromCodePoint(code), '=').toUpperCase()}`),
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

/** Whether a key begins and ends with what is seen of it, also where somebody reads escapes in it: in `key\n`, or `%20key`. */
const isTrim = (key: string): boolean =>
  unescaped(asItStands(key)).every((reading) => {
    const seen = withoutBlanks(reading);
    const [[begin, end] = []] = seen.original([[0, seen.text.length]]);
    return begin === 0 && end === key.length;
  });

/** A key of letters, digits and signs that mean something to those who escape. */
const keyOf = (least: number, most: number) =>
  fc
    .string({
      unit: fc.constantFrom(...'aAbBcdefFnrtuxXkqzZ0123456789_-.:/\\+&%=#;"\'<>{}[] éü'),
      minLength: least,
      maxLength: most,
    })
    // Blanks around a key are no part of it, and a backslash at its end would be one of what follows it.
    .filter((key) => isTrim(key) && !key.endsWith('\\') && new Set(key).size > 6);

/** What may stand around a key; no part of one does. */
const around = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['жш', 'シ😀', '\n', '\t', '. ', '(', '|', '%25', '%', '&amp;', '\\', '\\\\', '\\u0416', '***', '…'],
    ),
    fc.constantFrom('0JbRiNCW0YjQltGI', 'd096d188d096d188', '208, 150, 209, 136, 208, 150, 209, 136'),
  ),
  maxLength: 12,
});

/** Those of which the key is not all, and those that change other signs than the key's. */
const inLonger = /id:key|longer|another|UTF-16|bytes|0x/;

describe('law: whatever the key and the text around it', () => {
  const written = fc.constantFrom(...Object.entries(encoders).filter(([name]) => !inLonger.test(name)));

  test('the key is masked in every form, and nothing else', () => {
    fc.assert(
      fc.property(keyOf(8, 40), written, around, around, (key, [, encode], before, after) => {
        const shown = redactor(new Set([key]))(`${before} ‹${encode(key)}› ${after}`);
        expect(shown).toMatch(/ ‹["\\]*(?:\*\*\*)+(?:=|%3D)*["\\\s]*› /);
        expect(shown.replace(/‹["\\]*(?:\*\*\*)+(?:=|%3D)*["\\\s]*›/, '')).toBe(`${before}  ${after}`);
      }),
      { numRuns: 400 },
    );
  });

  test('any 8 characters of a longer key are masked, however each is escaped and whatever is between them', () => {
    const escapes = ['as it is', 'in capitals', '\\u002b for all', '&#047', 'percent for all'];
    const part = fc.tuple(fc.nat(), fc.integer({ min: 8, max: 20 }));
    fc.assert(
      fc.property(
        keyOf(16, 40).filter((key) => !/[\s\\%&]|[-_a-z]{8}/.test(key)),
        part,
        fc.array(
          fc.tuple(fc.constantFrom(...escapes), fc.constantFrom('', '', '', ' ', '\r\n', '\u200b', '\0')),
          {
            minLength: 20,
            maxLength: 20,
          },
        ),
        around,
        around,
        (key, [from, length], hows, before, after) => {
          const begin = from % (key.length - 7);
          const text = [...key.slice(begin, begin + length)]
            .map((one, at) => {
              const [how, between] = hows[at] ?? ['as it is', ''];
              return `${at === 0 ? '' : between}${encoders[how]?.(one)}`;
            })
            .join('');
          const shown = redactor(new Set(['client', key]))(`${before} ‹${text}› ${after}`);
          expect(shown).toBe(`${before} ‹***› ${after}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('what is left of a shorter key where the text was cut', () => {
    fc.assert(
      fc.property(
        // A dot could belong to the ellipsis, and half an escape in a key to what escapes it.
        keyOf(9, 15).filter((key) => !/[.\\%&]/.test(key)),
        fc.nat(),
        written,
        fc.constantFrom('', '…', '...', '"', '\n#next'),
        around,
        (key, at, [, encode], end, before) => {
          const begin = key.slice(0, 8 + (at % (key.length - 8)));
          fc.pre(encode(key).startsWith(encode(begin)));
          const shown = redactor(new Set([key]))(`${before} ‹${encode(begin)}${end}`);
          expect(shown).toMatch(/‹["\\]*(?:\*\*\*)+["\\]*(?:…|\.\.\.|\n#next)?$/);
          expect(shown.startsWith(`${before} ‹`)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a text without it stays as it is', () => {
    fc.assert(
      fc.property(
        fc.array(keyOf(4, 40), { maxLength: 3 }),
        fc.array(
          fc.oneof(
            around,
            fc.string(),
            fc.json(),
            fc.base64String(),
            fc.webUrl({ withQueryParameters: true }),
          ),
        ),
        (keys, texts) => {
          const text = texts.join(' ');
          fc.pre(!keys.some((key) => text.toLowerCase().includes(key.toLowerCase().slice(0, 4))));
          expect(redactor(new Set(keys))(text)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });
});

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
