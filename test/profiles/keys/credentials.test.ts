import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { checkKey, fingerprint, Secret } from '../../../src/profiles/keys/credentials.ts';

describe('a secret shows itself to nobody who does not ask for it', () => {
  const secret = new Secret('canary');
  test.each([
    ['text', `${secret}`, '***'],
    ['concatenation', `key: ${String(secret)}`, 'key: ***'],
    ['JSON', JSON.stringify({ secret }), '{"secret":"***"}'],
    ['inspection', inspect(secret), '***'],
    [
      'inspection within, and of hidden fields',
      inspect({ at: [secret] }, { showHidden: true, depth: 9 }),
      '***',
    ],
    ['its entries', JSON.stringify(Object.entries(secret)), '[]'],
    ['a copy', JSON.stringify({ ...secret }), '{}'],
    ['reveal()', secret.reveal(), 'canary'],
  ])('%s', (_way, shown, expected) => {
    expect(shown).toContain(expected);
    if (expected !== 'canary') expect(shown).not.toContain('canary');
  });
});

describe('a key, as it was given', () => {
  test.each([
    ['abc', 'abc', undefined],
    ['  abc\t', 'abc', 'blanks around the API key were dropped'],
    ['abc\r\n', 'abc', 'blanks around the API key were dropped'],
    ['\uFEFFabc', 'abc', 'blanks around the API key were dropped'],
    ['a b', 'a b', undefined],
    ['clé', 'clé', undefined],
  ])('%j → %j, notice: %s', (text, expected, notice) => {
    const checked = checkKey(text);
    expect(checked.key.reveal()).toBe(expected);
    expect(checked.notice).toBe(notice);
  });

  test.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['canary\ncanary', 'contains a line break'],
    ['canary\rcanary', 'contains a line break'],
    ['canary\0', 'contains a control character'],
    ['can\tary', 'contains a control character'],
    ['canary\x7f', 'contains a control character'],
    ['canary\x85canary', 'contains a control character'],
    ['canary€', 'contains a character that no HTTP header can carry'],
    ['canary😀', 'contains a character that no HTTP header can carry'],
    ['can\u200bary', 'contains a character that no HTTP header can carry'],
  ])('%j: RESALE_API_KEY %s', (text, problem) => {
    // The whole message, so that nothing of the key stands in it.
    expect(() => checkKey(text, 'RESALE_API_KEY')).toThrow(
      expect.objectContaining({ name: 'InvalidKey', message: `RESALE_API_KEY ${problem}` }),
    );
  });
});

describe('what may be shown of a key', () => {
  test.each([
    ['abc', 'ba7816bf'],
    ['', 'e3b0c442'],
  ])('fingerprint(%j) → %s', (value, expected) => {
    expect(fingerprint(value)).toBe(expected);
  });
});
