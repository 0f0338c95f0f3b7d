import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bin } from '../support/built.ts';

const notices = readFileSync(join(dirname(bin), '../dist/THIRD-PARTY-NOTICES.txt'), 'utf8');

test.each(['commander', 'undici', 'zod', 'conf', 'hono', 'jq-wasm', 'yaml'])(
  'the package says under which licence it holds %s',
  (name) => {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  },
);

test.each(['Oniguruma', 'decNumber', 'strtod'])('and %s, which is in the compiled jq', (name) => {
  expect(notices).toContain(name);
});
