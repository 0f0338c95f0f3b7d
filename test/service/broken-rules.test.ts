import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { brokenRules, brokenRulesOf, dotted } from '../../src/service/broken-rules.ts';

test.each([
  [[], ''],
  [['title'], 'title'],
  [['images', 0, 'url'], 'images[0].url'],
  [[0], '[0]'],
  [[2, 'id'], '[2].id'],
  [['metadata', 'a.b'], 'metadata.a.b'],
])('the path %j is %j', (path, text) => {
  expect(dotted(path)).toBe(text);
});

test.each([
  [z.string(), 7, 'must be a string'],
  [z.string(), null, 'must be a string, not null'],
  [z.string(), undefined, 'is missing'],
  [z.int(), 1.5, 'must be an integer'],
  [z.int(), 'x', 'must be a number'],
  [z.array(z.string()), {}, 'must be an array'],
  [z.object({}), [], 'must be an object'],
  [z.record(z.string(), z.string()), 7, 'must be an object'],
  [z.boolean(), 'yes', 'must be a boolean'],
  [z.int().check(z.minimum(1)), 0, 'must be 1 or more'],
  [z.int().check(z.maximum(9)), 10, 'must be 9 or less'],
  [z.string().check(z.minLength(1)), '', 'must not be empty'],
  [z.array(z.int()).check(z.minLength(1)), [], 'must have at least 1 item'],
  [z.array(z.int()).check(z.minLength(2)), [1], 'must have at least 2 items'],
  [z.array(z.int()).check(z.maxLength(2)), [1, 2, 3], 'must have at most 2 items'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.enum(['a', 'b']), undefined, 'is missing'],
  [z.literal('a'), 'b', 'must be a'],
  [
    z.url(),
    'x',
    'must be an address such as https://example.com/picture.jpg; the service takes only addresses, not files on this machine',
  ],
  [z.guid(), 'x', 'must be a UUID, such as 7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64'],
  [z.string().check(z.regex(/x/, 'must hold an x')), 'y', 'must hold an x'],
  [z.union([z.string(), z.int()], 'must be this or that'), true, 'must be this or that'],
])('%#: of %j it is said that it %s', (schema, value, message) => {
  const isMissing = message === 'is missing' && { isMissing: true };
  expect(brokenRules(schema, value)).toEqual([{ path: '', message, ...isMissing }]);
});

test('each name that is not known is named, with the one that may have been meant', () => {
  const schema = z.strictObject({ limit: z.optional(z.int()), inner: z.strictObject({}) });
  const { error = { issues: [] } } = schema.safeParse({ limits: 1, 'b"c': 2, inner: { limits: 3 } });
  expect(brokenRulesOf(error, ['limit', 'inner'])).toEqual([
    { path: 'inner.limits', message: 'is not known (did you mean limit?)' },
    { path: 'limits', message: 'is not known (did you mean limit?)' },
    { path: 'b"c', message: 'is not known' },
  ]);
});

test('what is fine has no faults', () => {
  expect(brokenRules(z.string(), 'x')).toEqual([]);
});

test.each([
  [z.enum(['a', 'b']), 'c', true],
  [z.enum(['a', 'b']), '', false],
  [z.enum(['a', 'b']), 7, false],
  [z.enum(['a', 'b']), undefined, false],
  [z.string(), 7, false],
  [z.int().check(z.maximum(9)), 10, false],
  [z.url(), 'x', false],
  [z.guid(), 'x', false],
])('%#: where any constant will do, %j passes: %j', (schema, value, passes) => {
  expect(brokenRules(schema, value)).not.toEqual([]);
  expect(brokenRules(schema, value, { anyConstants: true }).length === 0).toBe(passes);
});
