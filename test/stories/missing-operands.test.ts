import { expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { down, enter, inMemoryTerminal } from '../support/terminal.ts';

test('a profile is chosen among those that are there, and a new one gets a name', async () => {
  const on = machine();
  const add = inMemoryTerminal('profiles add --base-url https://api.shop.example --store env --shop-id S', {
    on,
  });
  await add.answer('What to call it: a-z, 0-9, - and _:', 'ci');
  expect(await add.ended).toMatchObject({ exitCode: 0 });
  const use = inMemoryTerminal('profiles use', { on });
  await use.asks('The profile');
  await use.shows('❯ ci');
  use.type(`${down}${enter}`);
  expect(await use.ended).toMatchObject({ exitCode: 0 });
  expect(use.text()).toMatch(/is the current profile/);
});
