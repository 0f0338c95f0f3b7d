import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dist } from '../support/loaded.ts';

const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

test.each(['commander', 'undici', 'zod', 'conf', 'hono', 'jq-wasm', 'yaml'])(
  'the package says under which licence it holds %s',
  (name) => {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  },
);

test.each(['Oniguruma', 'decNumber', 'strtod'])('and %s, which is in the compiled jq', (name) => {
  expect(notices).toContain(name);
});
