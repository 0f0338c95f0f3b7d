import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resale } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['--shop-id', ' '],
  ['--dialect', 'query.pageSize:=x'],
  ['--dialect', 'query.__proto__=x'],
  ['--dialect', '__proto__=x'],
  ['--unset', 'constructor'],
])('profiles set live %s %j', async (...flag) => {
  const env = { RESALE_CONFIG_DIR: temporaryFolder() };
  const profiles = { live: { baseUrl: 'https://shop.example', clientId: 'me' } };
  writeFileSync(join(env.RESALE_CONFIG_DIR, 'config.json'), JSON.stringify({ version: 1, profiles }), {
    mode: 0o600,
  });
  expect((await resale(['profiles', 'set', 'live', ...flag], { env })).exitCode).toBe(2);
});
