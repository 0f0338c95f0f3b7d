import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inShell, machine } from '../support/built.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { down, enter, inTerminal, scriptInTerminal, type Terminal } from '../support/terminal.ts';

const shop = 'shop-second-meadow';
const fromSku = `listings create --shop-id ${shop} --source sku --product-id A`;

/** The line that a walk-through prints at its end. */
const lineIn = (terminal: Terminal): string => {
  const [, line] = /The same in one line:\n {2}(resale .*)\n/.exec(`${terminal.text()}\n\n`) ?? [];
  if (line === undefined) throw new Error(`No line to copy in:\n${terminal.text()}`);
  return line;
};

test('a listing of what somebody types, and the same once more from the line below', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal('listings create', { env });
  await terminal.answer('Identifier of the shop, or the domain of its store:', shop);
  await terminal.asks('Where does the product come from?');
  terminal.type(down.repeat(4));
  await terminal.shows('❯ manual');
  terminal.type(enter);
  await terminal.answer('Title:', "Wool coat, 'as new'");
  await terminal.answer('Category:', 'Coats');
  await terminal.answer('Another category (Enter for no more):', '$HOME');
  await terminal.answer('Another category (Enter for no more):', '');
  await terminal.answer('What else tells it apart, as NAME=VALUE (Enter for none):', 'title=Hat');
  await terminal.shows("> It can't be title, which has its own flag: --title.");
  terminal.type(`\u0015colour=navy${enter}`);
  await terminal.answer('Something else, as NAME=VALUE (Enter for no more):', '');
  await terminal.answer('Price when new, as it is on the label:', '1.290,00');
  await terminal.shows('> It must be an amount such as 129.00 or 129,00');
  terminal.type(`\u0015129`);
  await terminal.shows('129 reads as 129.00');
  terminal.type(enter);
  await terminal.answer('What condition?', '');
  await terminal.answer('Address of a picture, then any notes:', 'images.example');
  await terminal.shows('> It must be an address');
  terminal.type(`\u0015https://images.example/1.jpg front view${enter}`);
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.shows('It can also have: external id, description, metadata, commerce domain, brand.');
  await terminal.answer('Add more? (y/N)', 'y');
  await terminal.answer('to find the item by later (Enter for none):', 'coat-1');
  await terminal.answer('Text that buyers see (Enter for none):', '');
  await terminal.answer('as NAME=TEXT or NAME:=7 (Enter for none):', 'shelf:=seven');
  await terminal.shows("> It must be a whole number, not 'seven' (shelf).");
  terminal.type(`\u0015shelf:=7${enter}`);
  await terminal.answer('More metadata, as NAME=TEXT or NAME:=7 (Enter for no more):', '');
  await terminal.answer('(Enter for none):', '');
  await terminal.answer('in a shop that carries several (Enter for none):', '');

  await terminal.asks(`Create this listing in the shop ${shop} at ${env.RESALE_BASE_URL}?`);
  expect(terminal.text()).toContain('ORIGINAL PRICE  129.00 (sent as 12900)');
  expect(requests).toEqual([]);
  terminal.type(enter);
  await terminal.shows(/Listed .*\n +https?:\/\/\S+$/m);
  await terminal.answer('Another one? (Y/n)', 'n');
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(requests).toEqual(['POST /v1/listings 200']);

  const line = lineIn(terminal);
  const { stdout } = await inShell(`${line} --dry-run`, { env });
  expect(JSON.parse(stdout).body).toEqual({
    shopId: shop,
    condition: 'NEW_WITH_TAGS',
    productDataSourceType: 'MANUAL_PRODUCT_OPTIONS',
    manualProductOptions: { title: "Wool coat, 'as new'", categories: ['Coats', '$HOME'], colour: 'navy' },
    originalPrice: 12900,
    externalIdentifier: 'coat-1',
    metadata: { shelf: 7 },
    images: [{ url: 'https://images.example/1.jpg', notes: 'front view' }],
  });
  expect(await inShell(line, { env })).toMatchObject({ exitCode: 0 });
  const { stdout: listed } = await resale('listings get --external-id coat-1', { env });
  const [one, other] = JSON.parse(listed).map(({ id, sku, ...rest }: { id: string; sku: string }) => rest);
  expect(one).toEqual(other);
});

test('an optional answer is added later, changed, and removed', async () => {
  const { env } = await sandboxed();
  const terminal = inTerminal(`${fromSku} --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Add more? (y/N)', '');
  const backspace = '\u007f';
  for (const [asked, typed] of [
    ['Text that buyers see (Enter for none):', 'Warm'],
    ['Text that buyers see (Backspace for none): (Warm)', 'Warmer'],
    ['Text that buyers see (Backspace for none): (Warmer)', backspace],
  ] as const) {
    await terminal.answer(/^Create this listing/, down);
    await terminal.answer('Which one?', down.repeat(7));
    await terminal.answer(asked, typed);
  }
  await terminal.answer(/^Create this listing/, '');
  await terminal.answer('Another one? (Y/n)', 'n');
  await terminal.ended;
  expect(lineIn(terminal)).not.toContain('--description');
});

test('stdout gets only the data, and in a pipe that is JSON', async () => {
  const { env } = await sandboxed();
  const on = machine();
  const terminal = scriptInTerminal(`resale ${fromSku} --image https://images.example/1.jpg > listing.json`, {
    env,
    on,
  });
  await terminal.answer('What condition?', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  const printed = JSON.parse(readFileSync(join(on.home, 'listing.json'), 'utf8'));
  expect(Object.keys(printed)).toEqual(['id', 'url']);
});
