import { expect, test } from 'vitest';
import { creationFlags } from '../../src/cli/listings/creation-flags.ts';
import { flagNamedIn } from '../../src/conversation/engine.ts';

test.each([
  ['There is no shop with this shopId.', 'shopId'],
  ['productIdentifier: no such SKU', 'productId'],
  ['manualProductOptions.title is too long', 'title'],
  ['"images" must be reachable', 'image'],
  ['It does not like it.', undefined],
  ['', undefined],
])('%s is about the answer %s', (said, name) => {
  expect(flagNamedIn(said, creationFlags)).toBe(name);
});
