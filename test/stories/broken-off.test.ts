import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { ctrlC, ctrlD, down, inMemoryTerminal, type Terminal } from '../support/terminal.ts';

const begun =
  'listings create --shop-id shop-second-meadow --source sku --image https://images.example/1.jpg';
const shop = 'shop-second-meadow';

/** What follows `resale` in the line that goes on from the answers; undefined if none was printed. */
const lineIn = (terminal: Terminal): string | undefined =>
  /To go on from what you answered:\n {2}resale (.*)/.exec(terminal.text())?.[1];

test.each([
  ['Ctrl-C', ctrlC, 130],
  ['Ctrl-D', ctrlD, 2],
])('%s prints the line that goes on from what was answered, and keeps nothing', async (_, keys, exitCode) => {
  const { env, requests } = await sandboxed();
  const there = { env, on: machine() };
  const first = inMemoryTerminal('listings create --source sku', there);
  await first.answer('Identifier of the shop, or the domain of its store:', shop);
  await first.answer('SKU, or identifier of the variant:', "O'Neill 1");
  await first.answer('What condition?', down);
  await first.answer('URL of a picture, then any notes:', 'https://images.example/1.jpg front');
  await first.asks('URL of another picture (Enter for no more):');
  first.type(keys);
  expect(await first.ended).toMatchObject({ exitCode });
  const line = lineIn(first) ?? '';
  expect(line).toBe(
    `listings create --source sku --shop-id ${shop} --product-id 'O'\\''Neill 1' --condition new-without-tags --image 'https://images.example/1.jpg front'`,
  );
  expect(readdirSync(there.on.home)).not.toContain('.local');

  const next = inMemoryTerminal(line.replace("'O'\\''Neill 1'", 'ONeill-1'), there);
  expect(await next.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/listings 200']);
});

test('nothing is printed to go on from before anything is answered', async () => {
  const { env } = await sandboxed();
  const terminal = inMemoryTerminal(begun, { env });
  await terminal.asks('SKU, or identifier of the variant:');
  terminal.type(ctrlC);
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  expect(lineIn(terminal)).toBeUndefined();
});

test('if the service refuses the keys, no other answer helps: exit 4, and the line for other keys', async () => {
  const { env } = await startService({ '/v1/listings': json(403, { error: 'wrong key' }) });
  const terminal = inMemoryTerminal(`${begun} --product-id A`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('(y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 4 });
  expect(lineIn(terminal)).toContain('--product-id A');
});

test('if the service refuses the listing, the line goes on from all answers: exit 3', async () => {
  const { env } = await sandboxed();
  const terminal = inMemoryTerminal(begun.replace(shop, 'nowhere').replace('sku', 'sku --product-id A'), {
    env,
  });
  await terminal.answer('What condition?', '');
  await terminal.answer('(y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 3 });
  expect(terminal.text()).toContain('Error: There is no shop with this shopId.');
  expect(lineIn(terminal)).toContain('--shop-id nowhere');
});
