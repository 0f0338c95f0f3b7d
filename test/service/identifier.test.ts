import { expect, test } from 'vitest';
import { exampleIdentifier, isIdentifier, sameIdentifier } from '../../src/service/identifier.ts';
import { identifierSchema } from '../../src/service/listing-schemas.ts';

// An identifier becomes part of a path: whatever else passed here would reach another one.
test.each([
  [exampleIdentifier, true],
  [exampleIdentifier.toUpperCase(), true],
  [`${exampleIdentifier}/inventory`, false],
  [`${exampleIdentifier}\n`, false],
  [` ${exampleIdentifier}`, false],
  [`../${exampleIdentifier}`, false],
  [exampleIdentifier.replaceAll('-', ''), false],
  [exampleIdentifier.replace('7', 'g'), false],
  ['', false],
])('%j is an identifier: %s', (text, expected) => {
  expect([isIdentifier(text), identifierSchema.safeParse(text).success]).toEqual([expected, expected]);
});

test('the case of the letters makes no difference', () => {
  expect(sameIdentifier(exampleIdentifier, exampleIdentifier.toUpperCase())).toBe(true);
  expect(sameIdentifier(exampleIdentifier, exampleIdentifier.replace('7', '8'))).toBe(false);
});
