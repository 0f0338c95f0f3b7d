import { expect, test } from 'vitest';
import { bulkFlags } from '../../src/cli/bulk/flags.ts';

test.each([
  '../night',
  '.',
  '..',
  'a/b',
  '-night',
  'night.',
  'a b',
  '20261121-120501-4f2a',
  'n'.repeat(61),
  'ñ',
])('--run %j is no name', (said) => {
  expect(bulkFlags.run.read(said)).toEqual({
    fault: expect.stringMatching(/^must be a name such as restock-2026-11-21, /),
  });
});

test.each(['0/3', '4/3', '1', 'a/b'])('--shard %s is none', (said) => {
  expect(bulkFlags.shard.read(said)).toEqual({ fault: expect.stringMatching(/^must be of the form /) });
});
