import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxProfile } from '../../src/profiles/sandbox-profile.ts';
import { defaultShop } from '../../src/sandbox/state/shops.ts';
import { inShell, machine } from '../support/built.ts';
import { resale, sandboxed } from '../support/resale.ts';
import { down, enter, inTerminal, scriptInTerminal, type Terminal } from '../support/terminal.ts';

const shop = 'shop-second-meadow';
const fromSku = `listings create --shop-id ${shop} --source sku --product-id A`;

/** The line that a walk-through prints at its end. */
const lineIn = (terminal: Terminal): string => {
  const [, line] = /The same in one line:\n(resale [\s\S]*?)\n\n/.exec(`${terminal.text()}\n\n`) ?? [];
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
  await terminal.answer('Price when new, 12900 for 129.00:', '129.00');
  await terminal.shows('> It is in the smallest unit of the currency: 12900, not 129.00.');
  terminal.type(`\u001512900`);
  await terminal.shows('12900 reads as 129.00');
  terminal.type(enter);
  await terminal.answer('What condition?', '');
  await terminal.answer('Address of a picture:', 'images.example');
  await terminal.shows('> It must be an address');
  terminal.type(`\u0015https://images.example/1.jpg${enter}`);
  await terminal.answer('Notes on it for the shop (Enter for none):', 'front view');
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
  expect(terminal.text()).toContain('ORIGINAL PRICE  12900 (reads as 129.00)');
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

test('the next item is one key away, with what it has in common with the last', async () => {
  const { env, requests } = await sandboxed();
  const line = `listings create --shop-id ${shop} --title Coat --category Coats --category Wool --option a=b --original-price 100 --image https://images.example/1.jpg`;
  const terminal = inTerminal(line, { env });
  await terminal.answer('What condition?', down);
  await terminal.answer('Add more? (y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  await terminal.answer('Another one? (Y/n)', '');
  await terminal.answer(`Identifier of the shop, or the domain of its store: (${shop})`, '');
  await terminal.asks('Where does the product come from?');
  terminal.type(down.repeat(4) + enter);
  await terminal.answer('Title:', 'Hat');
  await terminal.answer('Use as category: Coats, Wool? (Y/n)', 'n');
  await terminal.answer('Category:', 'Hats');
  await terminal.answer('Another category (Enter for no more):', '');
  await terminal.answer('as NAME=VALUE (Enter for none):', '');
  await terminal.answer('Price when new, 12900 for 129.00:', '5');
  await terminal.asks('What condition?');
  await terminal.shows('❯ new-without-tags');
  terminal.type(enter);
  await terminal.answer('Address of a picture:', 'https://images.example/2.jpg the brim');
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.shows('ORIGINAL PRICE  5 (reads as 0.05)');
  await terminal.answer(/^Create this listing/, '');
  await terminal.asks('Another one? (Y/n)');
  terminal.type('\u0004');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/listings 200', 'POST /v1/listings 200']);
});

test('another one that is not sent in the end is not a failure', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`${fromSku} --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('(y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  await terminal.answer('Another one? (Y/n)', '');
  await terminal.answer(`Identifier of the shop, or the domain of its store: (${shop})`, '');
  await terminal.answer('Where does the product come from?', '');
  await terminal.answer('SKU or product variant identifier:', 'B');
  await terminal.answer('What condition?', '');
  await terminal.answer('Address of a picture:', 'https://images.example/2.jpg the brim');
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.answer(/^Create this listing/, down.repeat(2));
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(terminal.text()).toMatch(
    /To go on from what you answered:\nresale listings create .*--product-id B/,
  );
  expect(requests).toEqual(['POST /v1/listings 200']);
});

test('an answer is changed before anything is sent', async () => {
  const { env } = await sandboxed();
  const terminal = inTerminal(`${fromSku} --image https://images.example/1.jpg --dry-run`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Add more? (y/N)', '');
  // What is only shown needs no yes.
  await terminal.ended;
  const changed = inTerminal(`${fromSku} --image https://images.example/1.jpg`, { env });
  await changed.answer('What condition?', '');
  await changed.answer('Add more? (y/N)', '');
  await changed.answer(/^Create this listing/, down);
  await changed.asks('Which one?');
  await changed.shows('description      nothing so far');
  // Behind shop id, condition, image and source.
  changed.type(down.repeat(4) + enter);
  await changed.answer('SKU or product variant identifier: (A)', 'B');
  await changed.answer(/^Create this listing/, '');
  await changed.answer('Another one? (Y/n)', 'n');
  await changed.ended;
  expect(lineIn(changed)).toContain('--source sku --product-id B');
});

test('another source asks for what it needs, and lets go what does not go with it', async () => {
  const { env } = await sandboxed();
  const terminal = inTerminal(`${fromSku} --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.answer(/^Create this listing/, down);
  await terminal.asks('Which one?');
  terminal.type(down.repeat(3) + enter);
  await terminal.asks('Where does the product come from?');
  await terminal.shows('❯ sku');
  terminal.type(down.repeat(4) + enter);
  await terminal.answer('Title:', 'Coat');
  await terminal.answer('Category:', 'Coats');
  await terminal.answer('Another category (Enter for no more):', '');
  await terminal.answer('as NAME=VALUE (Enter for none):', '');
  await terminal.answer('Price when new, 12900 for 129.00:', '12900');
  await terminal.answer(/^Create this listing/, '');
  await terminal.answer('Another one? (Y/n)', 'n');
  await terminal.ended;
  expect(lineIn(terminal)).not.toContain('--product-id');
  expect(lineIn(terminal)).toContain('--source manual --title Coat');
});

test('of pictures each is kept or not, and more are added', async () => {
  const { env } = await sandboxed();
  const url = (number: number) => `https://images.example/${number}.jpg`;
  const terminal = inTerminal(`${fromSku} --image '${url(1)} front' --image ${url(2)}`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.answer(/^Create this listing/, down);
  await terminal.answer('Which one?', down.repeat(2));
  await terminal.answer(`Keep as image: ${url(1)} front? (Y/n)`, '');
  await terminal.answer(`Keep as image: ${url(2)}? (Y/n)`, 'n');
  await terminal.answer('Address of another picture (Enter for no more):', url(3));
  await terminal.answer('Notes on it for the shop (Enter for none):', '');
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer(/^Create this listing/, '');
  await terminal.answer('Another one? (Y/n)', 'n');
  await terminal.ended;
  expect(lineIn(terminal)).toContain(`--image '${url(1)} front' --image ${url(3)}`);
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

describe('global flags apply to the questions, too', () => {
  const rest = `${fromSku} --image https://images.example/1.jpg`;

  test.each([
    ['-o json', '{'],
    ['--dry-run', 'Would list A, new with tags'],
    ['-o ndjson', '{"id":'],
  ])('%s: one document', async (flag, printed) => {
    const { env } = await sandboxed();
    const terminal = inTerminal(`${rest} --yes ${flag}`, { env });
    await terminal.answer('What condition?', '');
    await terminal.answer('Add more? (y/N)', '');
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(terminal.text()).toContain(printed);
  });

  test('--no-check is in the line, too', async () => {
    const { env } = await sandboxed();
    const terminal = inTerminal(`${rest} --no-check --dry-run`, { env });
    await terminal.answer('What condition?', '');
    await terminal.answer('Add more? (y/N)', '');
    await terminal.ended;
    expect(lineIn(terminal)).toMatch(/^resale listings create --no-check /);
  });

  test('stdout gets only the data, and in a pipe that is JSON', async () => {
    const { env } = await sandboxed();
    const on = machine();
    const terminal = scriptInTerminal(`resale ${rest} > listing.json`, { env, on });
    await terminal.answer('What condition?', '');
    await terminal.answer('Add more? (y/N)', '');
    await terminal.answer(/^Create this listing/, '');
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    const printed = JSON.parse(readFileSync(join(on.home, 'listing.json'), 'utf8'));
    expect(Object.keys(printed)).toEqual(['id', 'url']);
  });

  test('if every flag was given, nothing is asked', async () => {
    const { env, requests } = await sandboxed();
    const terminal = inTerminal(`${rest} --condition good`, { env });
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(terminal.text()).toMatch(/^. Listed .*\n +https?:\/\/\S+$/);
    expect(requests).toEqual(['POST /v1/listings 200']);
  });

  test('a wrong flag is reported at once', async () => {
    const { env } = await sandboxed();
    const terminal = inTerminal(`${fromSku} --image here`, { env });
    expect(await terminal.ended).toMatchObject({ exitCode: 2 });
    expect(terminal.text()).toContain('--image must be an address');
  });

  test('what would be asked for is not reported with it', async () => {
    const { env } = await sandboxed();
    const terminal = inTerminal('listings create --source sku --condition bad', { env, columns: 120 });
    expect(await terminal.ended).toMatchObject({ exitCode: 2 });
    expect(terminal.text()).toBe(
      "Error: --condition must be one of new-with-tags, new-without-tags, excellent, good, minor-defect, not 'bad'.\nSee `resale listings create --help`.",
    );
  });

  test('without a profile nobody answers in vain: exit 4', async () => {
    const terminal = inTerminal('listings create');
    expect(await terminal.ended).toMatchObject({ exitCode: 4 });
    expect(terminal.text()).toContain('Error: No profile is chosen.');
  });

  /** A terminal where a profile is added with some flags, and then used for a line. */
  const withProfile = async (flags: string, line: string) => {
    const { env, baseUrl } = await sandboxed();
    const { RESALE_CLIENT_ID = '', RESALE_API_KEY = '' } = env;
    const script = `resale profiles add shop --base-url ${baseUrl} --store env ${flags} && resale -p shop ${line}`;
    return scriptInTerminal(script, { env: { RESALE_CLIENT_ID, RESALE_API_KEY }, columns: 120 });
  };

  test('nor with a profile that may change nothing: exit 2', async () => {
    const terminal = await withProfile('--read-only', 'listings create');
    expect((await terminal.ended).exitCode).toBe(2);
    expect(terminal.text()).toContain('Error: The profile "shop" is read-only');
    expect(terminal.text()).not.toContain('?');
  });

  test("the profile's shop is not asked for, and stands in the review and in the line", async () => {
    const line = 'listings create --source sku --product-id A --image https://images.example/1.jpg';
    const terminal = await withProfile(`--shop-id ${shop}`, line);
    await terminal.answer('What condition?', '');
    await terminal.answer('Add more? (y/N)', '');
    await terminal.answer(new RegExp(`^Create this listing in the shop ${shop} at shop `), down.repeat(2));
    await terminal.ended;
    expect(terminal.text()).toMatch(
      new RegExp(`what you answered:\\nresale listings create .*--shop-id ${shop}`),
    );
  });

  test("the next item is for the shop of the last one, which need not be the profile's", async () => {
    const line = `${fromSku} --image https://images.example/1.jpg --yes`;
    const terminal = await withProfile('--shop-id shop-harbour-loft', line);
    await terminal.answer('What condition?', '');
    await terminal.answer('Add more? (y/N)', '');
    await terminal.answer('Another one? (Y/n)', '');
    await terminal.asks('Which shop?');
    await terminal.shows(new RegExp(`❯ ${shop} *\n *shop-harbour-loft *\n *another… `));
    terminal.type(`${down}${enter}`);
    await terminal.answer('Where does the product come from?', '');
    await terminal.answer('SKU or product variant identifier:', 'B');
    await terminal.answer('What condition?', '');
    await terminal.answer('Address of a picture:', 'https://images.example/2.jpg front');
    await terminal.answer('Address of another picture (Enter for no more):', '');
    await terminal.answer('Add more? (y/N)', '');
    await terminal.shows(/SHOP ID +shop-harbour-loft/);
    await terminal.answer('Another one? (Y/n)', '');
    await terminal.asks('Identifier of the shop, or the domain of its store: (shop-harbour-loft)');
  });
});

test('a shop is named by the domain of its store, which is looked up at once', async () => {
  const { env, requests } = await sandboxed();
  const line = 'listings create --source sku --product-id A --image https://images.example/1.jpg';
  const terminal = inTerminal(line, { env, columns: 120 });
  const question = 'Identifier of the shop, or the domain of its store:';
  await terminal.answer(question, 'nowhere.example');
  await terminal.shows('> No shop belongs to nowhere.example.');
  terminal.type(`\u0015no such.example${enter}`);
  await terminal.shows('> It must be nothing but a domain');
  terminal.type(`\u0015https://kleiderkreis.example/${enter}`);
  await terminal.shows('That is Kleiderkreis Zweite Größe, shop-kleiderkreis.');
  await terminal.answer('What condition?', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.answer(/^Create this listing in the shop shop-kleiderkreis/, '');
  await terminal.answer('Another one? (Y/n)', 'n');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests.filter((request) => request.startsWith('GET /v1/shops'))).toHaveLength(2);
});

test('in the sandbox, somebody who knows nothing comes to a listing by Enter alone', async () => {
  const { env } = await sandboxed();
  expect(sandboxProfile.shopId).toBe(defaultShop.id);
  const terminal = inTerminal('listings create', {
    env: { ...env, RESALE_PROFILE: 'sandbox' },
    columns: 120,
  });
  for (const question of [
    `the domain of its store: (${shop})`,
    'Where does the product come from?',
    'SKU or product variant identifier: (SKU-1)',
    'What condition?',
    'Use as image: https://images.example/1.jpg? (Y/n)',
    'Add more? (y/N)',
    /^Create this listing/,
  ])
    await terminal.answer(question, '');
  await terminal.answer('Another one? (Y/n)', 'n');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect((await inShell(`${lineIn(terminal)} --dry-run`, { env })).exitCode).toBe(0);
});
