import { expect, test } from 'vitest';
import { shownClientId } from '../../src/profiles/shown-client-id.ts';

test.each([
  ['short', 'sha256:f9b0078b'],
  ['nineteen-characters', 'sha256:ed11bf47'],
  ['twenty-characters-ok', 'twen…ok'],
  ['a-longer-id-0123456789', 'a-lo…89'],
])('of the client id %s: %s', (clientId, shown) => {
  expect(shownClientId(clientId)).toBe(shown);
});
