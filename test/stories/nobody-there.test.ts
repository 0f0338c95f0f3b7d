import { describe, expect, test } from 'vitest';
import { errorOf, resale, sandboxed } from '../support/resale.ts';

const someone = { terminal: 80, typed: '1\n' };

describe.each([
  [
    'listings create',
    '--shop-id is missing; --condition is missing; --source is missing; --image is missing.',
  ],
  [
    'listings create --title Coat',
    '--shop-id is missing; --condition is missing; --category is missing; --image is missing; --original-price is missing: --source manual requires it.',
  ],
  ['grade', 'ITEM_ID is missing (or give --from); --condition is missing.'],
])('%s', (line, message) => {
  test.each<[where: string, flags: string, circumstances: object, more: Record<string, string>]>([
    ['in a pipe', '', {}, {}],
    ['with --no-input', '--no-input', someone, {}],
    ['with RESALE_NO_INPUT', '', someone, { RESALE_NO_INPUT: '1' }],
    ['in CI', '', someone, { CI: 'true' }],
  ])('%s asks nothing, and names all that is missing: exit 2', async (_, flags, circumstances, more) => {
    const { env, requests } = await sandboxed();
    const screen = await resale(`${line} -o json ${flags}`, { ...circumstances, env: { ...env, ...more } });
    expect([screen.exitCode, errorOf(screen).message, requests]).toEqual([2, message, []]);
  });
});
