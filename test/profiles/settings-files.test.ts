import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseObject } from '../../src/profiles/settings-files.ts';
import { fc } from '../support/properties.ts';

const whole = `{
  "version": 1,
  "profiles": {
    "live": { "origin": "https://api.example", "clientId": "canary-1", "apiKey": "canary-2" }
  }
}`;

describe('where a text is damaged', () => {
  test.each([
    ['', 1, 1],
    [`\uFEFF${whole}`, 1, 1],
    ['canary', 1, 1],
    ['{"a":1}canary', 1, 8],
    ['{\n "a": canary\n}', 2, 7],
    ['{\r\n "a": 1,\r\n}', 3, 1],
    ['{"a": "canary', 1, 14],
    [whole.replace('canary-1"', 'canary-1'), 4, 72],
    ['{"a":1,"a":2,', 1, 14],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(() => parseObject(text, '/c.json')).toThrow(
      expect.objectContaining({
        code: 'file-failed',
        message: `/c.json is damaged at line ${line}, column ${column}: it is not JSON`,
      }),
    );
  });

  test('wherever a file is cut or overwritten, the error shows nothing of it', () => {
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.constantFrom('', '"', '}', 'canary', '\n', '\\'),
        (at, put) => {
          for (const text of [whole.slice(0, at) + put, whole.slice(0, at) + put + whole.slice(at + 1)])
            try {
              parseObject(text, '/c.json');
            } catch (error) {
              expect(error).toMatchObject({ code: 'file-failed' });
              expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain('canary-');
            }
        },
      ),
    );
  });
});
