import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withProfile } from '../proposed/situation.ts';
import { type Circumstances, resale } from '../support/resale.ts';

const at = (place: Circumstances, replies: NonNullable<Circumstances['replies']>): Circumstances => ({
  ...place,
  terminal: 200,
  replies,
});

test('a draft is shown with what was typed now, and with what that takes the place of', async () => {
  const place = await withProfile()();
  const begun = at(place, [
    ['domain of its store', 'shop-second-meadow'],
    ['Where does the product come from?', 'manual'],
    ['Title', 'Wool coat'],
  ]);
  await resale('-p live listings create', begun);
  const { stderr } = await resale(
    '-p live listings create --source sku',
    at(place, [['Go on with it?', 'n']]),
  );
  expect(stderr).toMatch(/SHOP ID +shop-second-meadow\nSOURCE +sku\n\nWhat you typed now stands in place of/);
  expect(stderr).toContain('in place of what you answered about: source, title.\nGo on with it? (Y/n)');
});

test('a table in a file is as wide as its identifiers, however narrow the terminal', async () => {
  const place = await withProfile()();
  await resale('-p live listings list -o table --out listings.txt', { ...place, terminal: 40 });
  expect(await readFile(join(place.cwd, 'listings.txt'), 'utf8')).toMatch(
    /^ID +STATE +CONDITION +SKU +INVENTORY +EXTERNAL ID\n90025b3b-3c3c-4d40-91b1-88d4177828cf /,
  );
});
