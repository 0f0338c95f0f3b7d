import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aProduct, examined, fits, gzipped, startDeployment } from '../support/deployment.ts';
import { singleNames } from '../support/dialect.ts';
import { sandboxed } from '../support/resale.ts';
import { json } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a feed that is gzipped, and one of which only the beginning is read, from a host that gets no credentials', async () => {
  for (const feed of [gzipped([aProduct]), json(200, Array(40_000).fill(aProduct))]) {
    const { env, fileHeaders } = await startDeployment(feed);
    const { statuses, found } = await examined(env);
    expect(statuses).toMatchObject(fits);
    expect(found('feed fields')).toMatch(/^(1 product|20 products), as documented/);
    expect(fileHeaders).toHaveLength(1);
    expect(JSON.stringify(fileHeaders)).not.toContain('canary');
  }
});

it('the right profile fits at once, even if no name is the neutral one', async () => {
  const names = Object.fromEntries(
    singleNames
      .filter((name) => !name.startsWith('header.'))
      .map((name) => [name, `${name.startsWith('constant.') ? 'THEIR_' : 'their-'}${name.split('.')[1]}`]),
  );
  const { env } = await sandboxed({ dialect: { names } });
  const config = temporaryFolder();
  const profiles = { live: { baseUrl: env.RESALE_BASE_URL, dialect: { names } } };
  writeFileSync(join(config, 'config.json'), JSON.stringify({ version: 1, profiles }), { mode: 0o600 });
  const there = { ...env, RESALE_BASE_URL: '', RESALE_CONFIG_DIR: config, RESALE_PROFILE: 'live' };
  const { exitCode, statuses } = await examined(there, '--domain second-meadow.example');
  expect([exitCode, statuses]).toEqual([0, expect.objectContaining(fits)]);
});
