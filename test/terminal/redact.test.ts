import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactor } from '../../src/terminal/redact.ts';

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
])('%s', (_, secrets, text, shown) => {
  expect(redactor(secrets)(text)).toBe(shown);
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
        const redacted = redactor(secrets);
        for (const form of secrets.flatMap(forms)) {
          const shown = redacted(before + form + after);
          expect(shown).toContain('***');
          expect(shown.startsWith(before) && shown.endsWith(after)).toBe(true);
          for (const hidden of secrets.flatMap(forms)) expect(shown).not.toContain(hidden);
        }
      },
    ),
  );
});
