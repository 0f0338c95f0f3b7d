import { expect, test } from 'vitest';
import { redactor } from '../../src/terminal/redact.ts';
import { processorClock } from '../support/processor-clock.ts';
import { fc } from '../support/properties.ts';

const bodyOf = (body: string, key: string) => redactor(new Set([key]))(body);

test.each([
  ['as it is', 'kEy-3f9Z', '{"sku":"a kEy-3f9Z b"}', '{"sku":"a *** b"}'],
  ['as a name', 'kEy-3f9Z', '{"kEy-3f9Z":1}', '{"***":1}'],
  ['with \\/', 'kEy/3f9Z', String.raw`["kEy\/3f9Z"]`, '["***"]'],
  ['with \\u002B', 'kEy+3f9Z', String.raw`["kEy\u002B3f9Z"]`, '["***"]'],
  ['with \\u002b', 'kEy+3f9Z', String.raw`["kEy\u002b3f9Z"]`, '["***"]'],
  [
    'partly escaped',
    'kEy-3f9Z',
    String.raw`["k\u0045y-3f\u00399Z","k\u0045y-3f\u0039Z"]`,
    String.raw`["k\u0045y-3f\u00399Z","***"]`,
  ],
  ['between others than ASCII', 'kEy-3f9Z', '["ékEy-3f9Zシ😀"]', '["é***シ😀"]'],
  ['as it is, in no JSON', 'k"y\\3f9Z', 'no k"y\\3f9Z', 'no ***'],
])('%s', (_, key, body, shown) => {
  expect(bodyOf(body, key)).toBe(shown);
});

const key = fc.string({ unit: fc.constantFrom(...'aAz019-_=/.:$"\\+&%é'), minLength: 8, maxLength: 40 });

test('law: however JSON escapes it, no text that is read has the key, and what is around it stays', () => {
  const escaped = (unit: string, how: number): string =>
    how === 0
      ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      : how === 1
        ? `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
        : how === 2 && unit === '/'
          ? '\\/'
          : JSON.stringify(unit).slice(1, -1);
  fc.assert(
    fc.property(
      key,
      fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }),
      fc.constantFrom('', '\n', 'é', '"', '\\'),
      (secret, how, around) => {
        const text = Array.from(secret, (unit, at) => escaped(unit, how[at] ?? 3)).join('');
        const beside = JSON.stringify(around).slice(1, -1);
        const shown = JSON.parse(bodyOf(`{"a":"${beside}${text}|"}`, secret)) as { a: string };
        expect(shown.a).toBe(`${around}***|`);
      },
    ),
  );
});

test.each(['a'.repeat(40), '\\'.repeat(32), '/'.repeat(32), '"\\'.repeat(16), '\\u005c'.repeat(8)])(
  'takes time in proportion, with the key %s',
  (secret) => {
    for (const part of [
      '\\',
      'a',
      '/',
      '\\/',
      '\\u005c',
      '\\u0061',
      secret.slice(1),
      `${secret.slice(1)}x`,
    ]) {
      const body = part.repeat(Math.ceil(1_000_000 / part.length));
      const spent = processorClock();
      bodyOf(body, secret);
      expect(spent(), part).toBeLessThan(2_000);
    }
  },
);
