import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { startSandbox } from '../../src/sandbox/serve-sandbox.ts';
import type { DialectSettings } from '../../src/service/dialect.ts';
import { resale } from '../support/resale.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { clientId, apiKey } = sandboxProfile;
const keys = { RESALE_CLIENT_ID: clientId, RESALE_API_KEY: apiKey };

const acmeMart: DialectSettings = {
  serviceName: 'Acme',
  commerceName: 'Mart',
  names: {
    'query.pageSize': 'first',
    'field.brand': 'maker',
    'constant.GOOD': 'GRADE_B',
  },
};

/** A directory with a profile that speaks a dialect, and the environment in which it holds. */
const profileWith = async (baseUrl: string, dialect: DialectSettings) => {
  const cwd = temporaryFolder();
  const settings = { version: 1, current: 'acme', profiles: { acme: { baseUrl, dialect } } };
  await writeFile(join(cwd, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  return { cwd, env: { RESALE_CONFIG_DIR: cwd, RESALE_CACHE_DIR: join(cwd, 'cache') } };
};

test('the state file of a sandbox can be gone on with in another dialect', async () => {
  const { cwd } = await profileWith('https://api.acme.example', {});
  const stateFile = join(cwd, 'state.json');
  const create = `listings create --shop-id shop-second-meadow --condition good --source sku --product-id A --image https://images.example/1.jpg`;
  for (const dialect of [acmeMart, {}]) {
    const sandbox = await startSandbox({
      dialect,
      stateFile,
      listings: 0,
    });
    const { env } = await profileWith(sandbox.baseUrl, dialect);
    expect((await resale(create, { env: { ...env, ...keys } })).exitCode).toBe(0);
    await sandbox.close();
  }
  const { listings } = JSON.parse(await readFile(stateFile, 'utf8'));
  expect(listings.map(({ creation }: { creation: { condition: string } }) => creation.condition)).toEqual([
    'GOOD',
    'GOOD',
  ]);
});
