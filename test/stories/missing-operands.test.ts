import { expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { ctrlC, down, enter, inTerminal } from '../support/terminal.ts';

test('arguments that are missing are asked for, and what was typed stays', async () => {
  const { env, domain, requests } = await sandboxed();
  const lookup = inTerminal('shops lookup', { env });
  await lookup.answer("Domain of the shop's store on its commerce platform:", 'not a domain');
  await lookup.shows('> It ');
  lookup.type(`\u0015${domain}${enter}`);
  expect(await lookup.ended).toMatchObject({ exitCode: 0 });
  expect(lookup.text()).toContain('shop-second-meadow');

  const { stdout } = await resale('listings list --limit 1 --jq .[].id', { env });
  const set = inTerminal('inventory set 4 --dry-run', { env, columns: 120 });
  await set.answer(/^The listing: its id, /, '');
  await set.shows('> It is missing.');
  set.type(`${stdout.trim()}${enter}`);
  expect(await set.ended).toMatchObject({ exitCode: 0 });
  expect(set.text()).toContain('Would set RETURN-000001 from 2 to 4');
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);

  const named = inTerminal('inventory set --external-id RETURN-000001', { env });
  await named.answer('The inventory that you want:', '-1');
  await named.shows('> It must be');
  named.type(`\u00157${enter}`);
  expect(await named.ended).toMatchObject({ exitCode: 0 });

  const stopped = inTerminal('listings get', { env });
  await stopped.asks(/^A listing: its id, /);
  stopped.type(ctrlC);
  expect(await stopped.ended).toMatchObject({ exitCode: 130 });
});

test('a listing is named as people name it', async () => {
  const { env } = await sandboxed();
  const get = inTerminal('listings get', { env });
  await get.answer(/^A listing: its id, /, 'MLB-JEANS-000000-3434');
  expect(await get.ended).toMatchObject({ exitCode: 0 });
  expect(get.text()).toContain('RETURN-000001');

  const set = inTerminal('inventory set', { env });
  await set.answer(/^The listing: its id, /, 'RETURN-000001');
  await set.answer('The inventory that you want:', '8');
  expect(await set.ended).toMatchObject({ exitCode: 0 });
  expect(set.text()).toMatch(/RETURN-000001: \d -> 8/);
});

test('a profile is chosen among those that are there, and a new one gets a name', async () => {
  const on = machine();
  const add = inTerminal('profiles add --base-url https://api.shop.example --store env --shop-id S', { on });
  await add.answer('What to call it: a-z, 0-9, - and _:', 'ci');
  expect(await add.ended).toMatchObject({ exitCode: 0 });
  const use = inTerminal('profiles use', { on });
  await use.asks('The profile');
  await use.shows('❯ ci');
  use.type(`${down}${enter}`);
  expect(await use.ended).toMatchObject({ exitCode: 0 });
  expect(use.text()).toMatch(/CURRENT +yes/);
});

test.each(['shops lookup', 'listings get', 'inventory set', 'profiles add', 'grade --condition good'])(
  '%s: nothing is asked where stdin is no terminal, or something else is wrong too',
  async (line) => {
    const { env } = await sandboxed();
    expect(await resale(line, { env, stdin: 'x\n' })).toMatchObject({ exitCode: 2 });
    expect(await resale(`${line} --no-input`, { env, terminal: 80, typed: '' })).toMatchObject({
      exitCode: 2,
    });
    const { exitCode, stderr } = await resale(`${line} --timeout x`, { env, terminal: 80, typed: '' });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--timeout')]);
  },
);
