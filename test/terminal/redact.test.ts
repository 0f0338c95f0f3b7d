import { describe, expect, test } from 'vitest';
import { asWritten, parseJson } from '../../src/json/exact.ts';
import { redacted, redactor } from '../../src/terminal/redact.ts';
import { stringify } from '../../src/terminal/write-json.ts';
import { processorClock } from '../support/processor-clock.ts';
import { fc } from '../support/properties.ts';

test.each([
  ['as it is', ['key-123'], 'header: key-123.', 'header: ***.'],
  ['every time', ['key-1234'], 'key-1234 key-1234', '*** ***'],
  ['the longer one of two', ['key-1', 'key-123'], 'key-123 key-1', '*** ***'],
  ['a part of a longer text', ['key-1234'], 'monkey-12345', 'mon***5'],
  ['in JSON', ['k"e\\y/1'], String.raw`{"key":"k\"e\\y\/1"}`, '{"key":"***"}'],
  ['in a URL', ['k/y 12é'], '?key=k%2Fy%2012%C3%A9&x=k%2fy+12%c3%a9', '?key=***&x=***'],
  ['in Base64', ['key?>>'], 'Basic a2V5Pz4+ and on', 'Basic *** and on'],
  ['in Base64 of URLs', ['key?>>'], 'a2V5Pz4-', '***'],
  ['in Base64 with padding', ['key-123'], 'Basic a2V5LTEyMw==', 'Basic ***=='],
  ['in Base64 of id:key', ['key-1234'], `<${btoa('id:key-1234')}>`, '<aWQ6***=>'],
  ['a short one within a word', ['shop'], 'shop shops workshop', '*** shops workshop'],
  ['too short ones', ['abc', ''], 'abc', 'abc'],
  [
    'parts of one',
    ['key-0123456789-Zq71LmXw'],
    'lines 01234567, 89 and Zq71LmX',
    'lines 01234567, 89 and Zq71LmX',
  ],
])('%s', (_, secrets, text, shown) => {
  expect(redactor(new Set(secrets))(text)).toBe(shown);
});

test('secrets that become known later are masked from then on', () => {
  const secrets = new Set<string>();
  const redact = redactor(secrets);
  expect(redact('key-123456')).toBe('key-123456');
  secrets.add('key-123456');
  expect(redact('key-123456')).toBe('***');
});

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const small = (text: string) => text.replace(/%../g, (code) => code.toLowerCase());

const encoders: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  JSON: json,
  'JSON with \\/': (text) => json(text).replaceAll('/', '\\/'),
  percent: encodeURIComponent,
  'percent, small': (text) => small(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ key: text }).toString().slice(4),
  Base64: base64,
  Base64url: (text) => Buffer.from(text).toString('base64url'),
  'Base64 behind a byte': (text) => base64(`:${text}`),
  'Base64 of id:key': (text) => base64(`${text}:${text}`),
};

describe('law: whatever the key and the text around it', () => {
  const key = fc
    .string({
      unit: fc.constantFrom(...'aAbBcdefFnrtuxXkqzZ0123456789_-.:/\\+&%=#;"\'<>{}[] éü'),
      minLength: 8,
      maxLength: 40,
    })
    // One that repeats itself may stand in a text at two places that share a part.
    .filter((one) => new Set(one).size > 6);
  const around = fc.string({
    unit: fc.constantFrom('жш', 'シ😀', '\n', '\t', '. ', '(', '|', '\\u0416', '***', '…', '0JbRiNCW0YjQ'),
    maxLength: 12,
  });

  test.each(Object.entries(encoders))('the key is masked, and nothing else: %s', (_, encode) => {
    fc.assert(
      fc.property(key, around, around, (secret, before, after) => {
        const shown = redactor(new Set([secret]))(`${before} ‹${encode(secret)}› ${after}`);
        expect(shown.startsWith(`${before} ‹`) && shown.endsWith(`› ${after}`)).toBe(true);
        expect(shown.slice(before.length + 2, -after.length - 2)).toMatch(/^(?:[\w+/-]{0,2}\*\*\*)+=*$/);
      }),
      { numRuns: 60 },
    );
  });

  test('a text without it stays as it is, and of it, a part', () => {
    const text = fc.oneof(around, fc.string(), fc.json(), fc.base64String(), fc.domain());
    fc.assert(
      fc.property(key, fc.array(text), fc.nat(), (secret, texts, at) => {
        const said = [...texts, secret.slice(at % 2, secret.length - ((at + 1) % 2))].join('|');
        expect(redactor(new Set([secret]))(said)).toBe(said);
      }),
    );
  });
});

test.each(['\\', '"\\', '&amp;', '%25', '%', ' +', '/', 'ab'])(
  'it takes time in proportion to the text, whatever the key repeats: %s',
  (part) => {
    const key = part.repeat(32);
    const redact = redactor(new Set([key]));
    for (const text of [
      part,
      key.slice(0, -1),
      json(key.slice(0, -1)),
      encodeURIComponent(key),
      base64(key),
    ]) {
      const long = `${text}~`.repeat(Math.ceil(100_000 / text.length));
      const spent = processorClock();
      redact(long);
      expect(spent(), text).toBeLessThan(1_500);
    }
  },
);

test('of a value, texts are masked alone: no digit, no name, no field that is called __proto__ is lost', () => {
  const redact = redactor(new Set(['12345678']));
  const value = parseJson('[{"__proto__":{"a":1.50},"12345678":1234567812345678999999,"k":"12345678"}]');
  expect(stringify(asWritten(redacted(value, redact)))).toBe(
    '[{"12345678":1234567812345678999999,"__proto__":{"a":1.50},"k":"***"}]',
  );
});
