import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Warehouse, warehouse } from '../support/warehouse.ts';

const rows = 'sku,quantity\nA,5\nGONE,1\n';

/** A shop, and a folder with a file of rows that another path leads to. */
const shopWith = async (leads: (inFolder: (name: string) => string) => Promise<unknown>) => {
  const shop = await warehouse({ A: 1 });
  for (const name of ['rows', 'rows.csv', 'more.csv']) await shop.file(name, rows);
  await leads((name) => join(shop.cwd, name));
  return shop;
};

/** All that is in its folder, but for what the tool keeps of runs. */
const contents = async ({ cwd }: Warehouse) => {
  const names = (await readdir(cwd)).filter((name) => name !== 'state').sort();
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(cwd, name), 'utf8').catch(() => '')]),
  );
};

/** A line is refused, and neither the shop nor a file is any different. */
const refuses = async (shop: Warehouse, line: string, message: string) => {
  shop.requests.length = 0;
  const before = await contents(shop);
  const { exitCode, stderr } = await shop.resale(line);
  // The name of --out decides whether an error is JSON.
  const said = stderr.replace('Error: ', '').replace(/^\{"error":\{"code":"usage","message":"/, '');
  expect([line, exitCode, said.slice(0, message.length)]).toEqual([line, 2, message]);
  expect([line, await contents(shop), shop.requests]).toEqual([line, before, []]);
};

const flags = ['--from', '--plan', '--failed-out', '--out'];
const pairs = flags.flatMap((one, at) => flags.slice(at + 1).map((other) => [one, other] as const));

describe('one file for two flags is refused', () => {
  test.each<[string, [string, string], Parameters<typeof shopWith>[0]]>([
    // Without endings, since those of a plan and of rows say their forms.
    ['the same path', ['rows', './rows'], async () => {}],
    ['a symbolic link', ['rows', 'link'], (at) => symlink('rows', at('link'))],
    ['a hard link', ['rows', 'hard'], (at) => link(at('rows'), at('hard'))],
    ['a path to be', ['new', 'here/new'], (at) => symlink('.', at('here'))],
    ['a link to a path to be', ['new', 'link'], (at) => symlink('new', at('link'))],
  ])('%s', async (_, [path, samePath], leads) => {
    const shop = await shopWith(leads);
    for (const [one, other] of pairs)
      for (const [its, others] of [
        [path, samePath],
        [samePath, path],
      ]) {
        const from = one === '--from' ? '' : '--from more.csv ';
        const [name, second] = one === '--from' ? [other, one] : [one, other];
        const line = `inventory set ${from}${one} ${its} ${other} ${others} --yes --skip-invalid`;
        await refuses(shop, line, `${name} names the same file as ${second}.`);
      }
  });

  test.each([
    ['feed diff old.json rows.csv --out link.json', '--out names the same file as OLD.'],
    ['inventory set --template new.csv --out new.csv', '--template names the same file as --out.'],
    ['listings list --ca-bundle rows.csv --out rows.csv', '--out names the same file as --ca-bundle.'],
  ])('%s', async (line, message) => {
    const shop = await shopWith((at) => symlink('old.json', at('link.json')));
    await shop.file('old.json', '[]');
    await refuses(shop, line, message);
  });
});

test('files that are only read, and what is no file, may be named twice', async () => {
  const shop = await shopWith((at) => mkdir(at('there')));
  await writeFile(join(shop.cwd, 'old.json'), '[]');
  for (const line of [
    'feed diff old.json old.json',
    'feed diff /dev/null old.json --out /dev/null',
    'inventory set --from rows.csv --skip-invalid --yes --out there/rows.csv --failed-out failed.csv',
  ]) {
    const { stderr } = await shop.resale(line);
    expect([line, stderr]).toEqual([line, expect.not.stringContaining('the same file')]);
  }
  expect(await shop.stock()).toEqual({ A: 5 });
});
