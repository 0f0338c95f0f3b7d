import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { built } from '../support/built.ts';
import { dist } from '../support/loaded.ts';

test.each(['--version', '-V', 'listings --version', 'listings get -V'])('resale %s', async (line) => {
  const { exitCode, stdout, stderr } = await built(line);
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});

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
