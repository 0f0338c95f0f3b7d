import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { ctrlC, down, enter, inTerminal } from '../support/terminal.ts';

const begun =
  'listings create --shop-id shop-second-meadow --source sku --image https://images.example/1.jpg';
const shop = 'shop-second-meadow';

/** A shop, and a machine on which drafts are kept from one run to the next. */
const somewhere = async () => {
  const { env, requests } = await sandboxed();
  const on = machine();
  const drafts = join(on.home, '.local/state/resale/drafts');
  return { env, on, requests, drafts, in: { env, on } };
};

const draftIn = (directory: string) => {
  const [name = ''] = readdirSync(directory);
  return join(directory, name);
};

describe('answers outlive the run that asked for them', () => {
  test.each([
    ['Ctrl-C', 'interrupted'],
    ['a closed window', 'hung up'],
  ])('%s', async (_, how) => {
    const { in: there, drafts, requests } = await somewhere();
    const first = inTerminal(begun, there);
    await first.answer('SKU or product variant identifier:', 'SKU-1');
    await first.asks('What condition?');
    if (how === 'interrupted') first.type(ctrlC);
    else first.hangUp();
    await first.ended;
    if (how === 'interrupted')
      expect(first.text()).toContain(
        'Your answers are kept: `resale listings create` offers to continue with them.',
      );
    expect(statSync(drafts).mode & 0o777).toBe(0o700);
    expect(statSync(draftIn(drafts)).mode & 0o777).toBe(0o600);
    expect(readFileSync(draftIn(drafts), 'utf8')).not.toContain(there.env.RESALE_API_KEY);

    const next = inTerminal('listings create', there);
    await next.shows('You began a listing just now. It has not been created yet:');
    await next.shows('PRODUCT ID  SKU-1');
    await next.answer('Go on with it? (Y/n)', '');
    await next.answer('What condition?', '');
    await next.answer('(y/N)', '');
    await next.answer(/^Create this listing/, '');
    await next.answer('Another one? (Y/n)', 'n');
    expect(await next.ended).toMatchObject({ exitCode: 0 });
    expect(requests).toEqual(['POST /v1/listings 200']);
    expect(readdirSync(drafts)).toEqual([]);
  });
});

test('a list that was interrupted continues after its last entry', async () => {
  const { in: there } = await somewhere();
  const first = inTerminal(`listings create --shop-id ${shop} --source sku --product-id A`, there);
  await first.answer('What condition?', '');
  await first.answer('Address of a picture:', 'https://images.example/1.jpg');
  await first.answer('Notes on it for the shop (Enter for none):', 'front');
  await first.asks('Address of another picture (Enter for no more):');
  first.type(ctrlC);
  await first.ended;

  const next = inTerminal('listings create', there);
  await next.shows('IMAGE       https://images.example/1.jpg front');
  await next.answer('Go on with it? (Y/n)', '');
  await next.asks('Address of another picture (Enter for no more):');
});

test('a list that was interrupted is not continued if it is typed now', async () => {
  const { in: there } = await somewhere();
  const first = inTerminal(`listings create --shop-id ${shop} --source sku --product-id A`, there);
  await first.answer('What condition?', '');
  await first.answer('Address of a picture:', 'https://images.example/1.jpg front');
  await first.asks('Address of another picture (Enter for no more):');
  first.type(ctrlC);
  await first.ended;

  const next = inTerminal('listings create --image https://images.example/2.jpg', there);
  await next.answer('Go on with it? (Y/n)', '');
  await next.asks('Add more? (y/N)');
});

test('what is typed now takes precedence over earlier answers', async () => {
  const { in: there } = await somewhere();
  const first = inTerminal(`listings create --shop-id ${shop} --source manual`, there);
  await first.answer('Title:', 'Coat');
  await first.asks('Category:');
  first.type(ctrlC);
  await first.ended;

  // A title goes with manual options alone.
  const next = inTerminal('listings create --source sku', there);
  await next.answer('Go on with it? (Y/n)', '');
  await next.asks('SKU or product variant identifier:');
  expect(next.text()).not.toContain('TITLE');
});

test('an unwanted draft is removed, and the questions start over', async () => {
  const { in: there, drafts } = await somewhere();
  const first = inTerminal('listings create', there);
  await first.answer('Identifier of the shop, or the domain of its store:', shop);
  await first.asks('Where does the product come from?');
  first.type(ctrlC);
  await first.ended;
  const next = inTerminal('listings create', there);
  await next.answer('Go on with it? (Y/n)', 'n');
  await next.asks('Identifier of the shop, or the domain of its store:');
  expect(readdirSync(drafts)).toEqual([]);
});

test('a change that was broken off has changed nothing', async () => {
  const { in: there } = await somewhere();
  const asked = inTerminal(`${begun} --product-id A`, there);
  await asked.answer('What condition?', '');
  await asked.answer('(y/N)', '');
  await asked.answer(/^Create this listing/, down);
  await asked.answer('Which one?', down.repeat(2));
  await asked.answer('Keep as image: https://images.example/1.jpg? (Y/n)', '');
  await asked.answer('Address of another picture (Enter for no more):', 'https://images.example/2.jpg cuff');
  await asked.asks('Address of another picture (Enter for no more):');
  asked.type(ctrlC);
  await asked.ended;
  const next = inTerminal('listings create', there);
  await next.answer('Go on with it? (Y/n)', '');
  await next.asks(/^Create this listing/);
});

test('if the service refuses a listing, the answer that it names is asked for again', async () => {
  const { in: there, requests } = await somewhere();
  const terminal = inTerminal(begun.replace(shop, 'nowhere').replace('sku', 'sku --product-id A'), there);
  await terminal.answer('What condition?', '');
  await terminal.answer('(y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  await terminal.shows('The service refused it (404): There is no shop with this shopId.');
  await terminal.asks('Which one?');
  await terminal.shows('❯ shop id');
  terminal.type(enter);
  await terminal.answer('Identifier of the shop, or the domain of its store: (nowhere)', shop);
  await terminal.answer(/^Create this listing in the shop shop-second-meadow/, '');
  await terminal.answer('Another one? (Y/n)', 'n');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/listings 404', 'POST /v1/listings 200']);
});

test('if the service refuses the keys, no other answer helps: exit 4, and the answers are kept', async () => {
  const { env } = await startService({ '/v1/listings': json(403, { error: 'wrong key' }) });
  const there = { env, on: machine() };
  const terminal = inTerminal(`${begun} --product-id A`, there);
  await terminal.answer('What condition?', '');
  await terminal.answer('(y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 4 });
  expect(terminal.text()).not.toContain('Which one?');
  await inTerminal('listings create', there).shows('You began a listing just now.');
});

test('a listing that was refused is there in the next run, to be changed', async () => {
  const { in: there, requests } = await somewhere();
  const first = inTerminal(begun.replace(shop, 'nowhere').replace('sku', 'sku --product-id A'), there);
  await first.answer('What condition?', '');
  await first.answer('(y/N)', '');
  await first.answer(/^Create this listing/, '');
  await first.asks('Which one?');
  first.type(enter);
  await first.asks('Identifier of the shop, or the domain of its store: (nowhere)');
  first.type(ctrlC);
  expect(await first.ended).toMatchObject({ exitCode: 130 });

  const next = inTerminal('listings create', there);
  await next.shows('The service refused a listing just now. You can change any answer:');
  await next.answer('Go on with it? (Y/n)', '');
  await next.answer(/^Create this listing in the shop nowhere/, down);
  await next.answer('Which one?', '');
  await next.answer('Identifier of the shop, or the domain of its store: (nowhere)', shop);
  await next.answer(/^Create this listing in the shop shop-second-meadow/, '');
  await next.answer('Another one? (Y/n)', 'n');
  expect(await next.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/listings 404', 'POST /v1/listings 200']);
});

test('if no answer is changed, the refusal is final: exit 3', async () => {
  const { in: there } = await somewhere();
  const terminal = inTerminal(begun.replace(shop, 'nowhere').replace('sku', 'sku --product-id A'), there);
  await terminal.answer('What condition?', '');
  await terminal.answer('(y/N)', '');
  await terminal.answer(/^Create this listing/, '');
  await terminal.asks('Which one?');
  terminal.type(down.repeat(12));
  await terminal.shows('❯ none of them');
  terminal.type(enter);
  expect(await terminal.ended).toMatchObject({ exitCode: 3 });
  expect(terminal.text()).toContain('Error: There is no shop with this shopId.');
});

test('a listing whose answer was lost is not sent again without a look', async () => {
  let creations = 0;
  const created = json(200, { id: '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64', url: 'shop.example/1' });
  const { env } = await startService({
    '/v1/listings': (response, request) => {
      creations += 1;
      if (creations === 1) response.socket?.destroy();
      else created(response, request);
    },
  });
  const there = { env, on: machine() };
  const first = inTerminal(`${begun} --product-id A --settle 0`, there);
  await first.answer('What condition?', '');
  await first.answer('(y/N)', '');
  await first.answer(/^Create this listing/, '');
  expect(await first.ended).toMatchObject({ exitCode: 8 });

  const second = inTerminal('listings create', there);
  await second.shows('A listing was sent just now, and no answer came. It may have been created:');
  await second.asks('Sending it again could create a second listing. What now?');
  await second.shows('❯ Look first          resale listings list');
  second.type(enter);
  expect(await second.ended).toMatchObject({ exitCode: 2 });
  expect(creations).toBe(1);

  const third = inTerminal('listings create', there);
  await third.answer('What now?', `${down}${down}`);
  await third.answer(/^Create this listing/, '');
  await third.answer('Another one? (Y/n)', 'n');
  expect(await third.ended).toMatchObject({ exitCode: 0 });
  expect(creations).toBe(2);
});

test('what is only offered from the listing before is not shown as if it had been answered', async () => {
  const { in: there } = await somewhere();
  const first = inTerminal(`${begun} --product-id A --yes`, there);
  await first.answer('What condition?', down);
  await first.answer('(y/N)', '');
  await first.answer('Another one? (Y/n)', '');
  await first.answer(`Identifier of the shop, or the domain of its store: (${shop})`, '');
  await first.asks('Where does the product come from?');
  first.type(ctrlC);
  await first.ended;

  const next = inTerminal('listings create', there);
  await next.asks('Go on with it? (Y/n)');
  expect(next.text()).toContain(`SHOP ID  ${shop}`);
  expect(next.text()).not.toContain('CONDITION');
  next.type(enter);
  await next.answer('Where does the product come from?', '');
  await next.answer('SKU or product variant identifier:', 'B');
  await next.shows('❯ new-without-tags');
});

test('a damaged draft is set aside, with a sentence', async () => {
  const { in: there, drafts } = await somewhere();
  const first = inTerminal('listings create', there);
  await first.answer('Identifier of the shop, or the domain of its store:', shop);
  await first.asks('Where does the product come from?');
  first.type(ctrlC);
  await first.ended;
  const file = draftIn(drafts);
  writeFileSync(file, '{"version":1,');
  const next = inTerminal('listings create', { ...there, columns: 250 });
  await next.shows(`The draft of a listing was damaged, and is now ${file}.damaged.`);
  await next.asks('Identifier of the shop, or the domain of its store:');
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{"version":1,');
});

test('if nothing can be saved, that is reported once, and the questions continue', async () => {
  const { env, on } = await somewhere();
  writeFileSync(join(on.home, 'file'), '');
  const there = { env: { ...env, RESALE_STATE_DIR: join(on.home, 'file') }, on, columns: 250 };
  const terminal = inTerminal(begun, there);
  await terminal.answer('SKU or product variant identifier:', 'A');
  await terminal.answer('What condition?', '');
  await terminal.asks('(y/N)');
  expect(terminal.text().match(/Your answers can't be kept between runs: /g)).toHaveLength(1);
});

describe('a draft that the first version of the tool wrote is read', () => {
  const at = '2026-11-21T12:00:00.000Z';
  const [coat, hat] = ['3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20', '90025b3b-3c3c-4d40-91b1-88d4177828cf'];
  const picture = 'https://images.example/1.jpg front';

  test.each([
    [
      'listings create',
      'json',
      {
        state: 'open',
        answers: { shopId: shop, source: 'sku', productId: 'A', image: [picture] },
        defaults: { condition: 'good' },
        unfinished: 'image',
      },
      /You began a listing \d+ days? ago\. It has not been created yet:/,
      'PRODUCT ID  A',
      'Address of another picture (Enter for no more):',
    ],
    [
      'grade',
      'shipment.json',
      {
        state: 'refused',
        items: [{ id: coat, condition: 'good', notes: '', image: [] }],
        answers: { id: hat, condition: 'damaged' },
        defaults: {},
      },
      /The service refused a shipment \d+ days? ago\. You can change any answer:/,
      `Item 2 of 2:\nID         ${hat}`,
      'What you saw (Enter for none):',
    ],
  ])('%s', async (line, ending, draft, beginning, card, question) => {
    const { in: there, drafts } = await somewhere();
    mkdirSync(drafts, { recursive: true, mode: 0o700 });
    const file = join(drafts, `${encodeURIComponent(there.env.RESALE_BASE_URL ?? '')}.${ending}`);
    writeFileSync(file, JSON.stringify({ version: 1, at, ...draft }), { mode: 0o600 });
    const terminal = inTerminal(line, there);
    await terminal.shows(beginning);
    await terminal.shows(card);
    await terminal.answer('Go on with it? (Y/n)', '');
    await terminal.asks(question);
  });
});
