import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withProfile } from '../proposed/situation.ts';
import { resale } from '../support/resale.ts';

test('a table in a file is as wide as its identifiers, however narrow the terminal', async () => {
  const place = await withProfile()();
  await resale('-p live listings list -o table --out listings.txt', { ...place, terminal: 40 });
  expect(await readFile(join(place.cwd, 'listings.txt'), 'utf8')).toMatch(
    /^ID +STATE +CONDITION +SKU +INVENTORY +EXTERNAL ID\n90025b3b-3c3c-4d40-91b1-88d4177828cf /,
  );
});
