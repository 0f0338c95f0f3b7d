import { expect, test } from 'vitest';
import { inShell } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { json, startService } from '../support/service.ts';
import { ctrlC, ctrlD, down, enter, inTerminal } from '../support/terminal.ts';

const coat = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';
const hat = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

test('one item: what is missing is asked, and the line below does the same again', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --image https://images.example/1.jpg`, { env });
  await terminal.asks('What condition?');
  terminal.type(`${down}${enter}`);
  await terminal.answer('What you saw (Enter for none):', "it's fine");
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.asks(`Grade this item at ${env.RESALE_BASE_URL}?`);
  expect(requests).toEqual([]);
  terminal.type(enter);
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);
  const [, line = ''] = /The same in one line:\n(.*)/.exec(terminal.text()) ?? [];
  expect(line).toBe(
    `resale grade ${coat} --image https://images.example/1.jpg --condition new-without-tags --notes 'it'\\''s fine'`,
  );
  const { stdout } = await inShell(`${line} --dry-run`, { env });
  expect(JSON.parse(stdout).body).toEqual({
    items: [
      {
        id: coat,
        condition: 'NEW_WITHOUT_TAGS',
        notes: "it's fine",
        images: [{ url: 'https://images.example/1.jpg' }],
      },
    ],
  });
});

test('several items are one shipment: shown together, sent together', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal('grade', { env, columns: 120 });
  await terminal.answer('Identifier of the item:', 'A-1');
  await terminal.shows('> It must be an identifier such as');
  terminal.type(`\u0015${coat}${enter}`);
  await terminal.answer('What condition?', '');
  await terminal.answer('What you saw (Enter for none):', '');
  await terminal.answer('Address of a picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'y');

  // The same item twice is refused at once.
  await terminal.answer('Identifier of the item:', coat.toUpperCase());
  await terminal.shows(`> It appears twice: ${coat.toUpperCase()}.`);
  terminal.type(`\u0015${hat}${enter}`);
  await terminal.asks('What condition?');
  terminal.type(`${down.repeat(7)}${enter}`);
  await terminal.answer('The word for its condition:', 'god');
  await terminal.shows('> It must be one of');
  terminal.type(`\u0015damaged${enter}`);
  await terminal.answer('What you saw (Enter for none):', 'a hole');
  await terminal.answer('Address of a picture (Enter for no more):', 'https://images.example/2.jpg');
  await terminal.answer('Notes on it for the shop (Enter for none):', 'the hole');
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'n');

  await terminal.shows(
    `Item 1 of 2:\nID         ${coat}\nCONDITION  new-with-tags\n\nItem 2 of 2:\nID         ${hat}\nCONDITION  damaged\nNOTES      a hole\nIMAGE      https://images.example/2.jpg the hole\n`,
  );
  await terminal.answer(`Grade these 2 items at ${env.RESALE_BASE_URL}?`, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);

  const [, line = ''] = /The same in one line:\n(.*)/.exec(terminal.text()) ?? [];
  const again = await inShell(line, { env });
  expect([again.exitCode, requests]).toEqual([0, Array(2).fill('POST /v1/items/grade 200')]);
  const { stdout } = await inShell(`${line} --dry-run -o ndjson`, { env });
  expect(stdout.trim().split('\n')).toHaveLength(2);
});

test('with --no-check a slip of the finger is a word, and the line says so', async () => {
  const { env } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --notes worn --no-check --dry-run`, { env });
  await terminal.answer('What condition?', down.repeat(7));
  await terminal.answer('The word for its condition:', 'god');
  await terminal.answer('Address of a picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.text()).toContain('"condition": "god"');
  expect(terminal.text()).toContain(`resale grade ${coat} --no-check --notes worn --condition god`);
});

test('a word that nobody knows is asked about, and the line sends it as it was sent', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --notes worn --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', down.repeat(7));
  await terminal.answer('The word for its condition:', 'wunderbar');
  await terminal.answer(/^WUNDERBAR is none of the grades that this tool knows/, 'n');
  await terminal.answer('The word for its condition:', 'for-parts');
  await terminal.answer(/^FOR_PARTS is none of the grades that this tool knows/, 'y');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.answer(`Grade this item at ${env.RESALE_BASE_URL}?`, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);
  const [, line = ''] = /The same in one line:\n(.*)/.exec(terminal.text()) ?? [];
  expect(line).toContain('--condition FOR_PARTS');
  const { stdout } = await inShell(`${line} --dry-run`, { env });
  expect(JSON.parse(stdout).body.items[0].condition).toBe('FOR_PARTS');
});

test('a word that was typed as a flag is asked about before anything else', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal('grade --condition wunderbar', { env });
  await terminal.answer(/^WUNDERBAR is none of the grades that this tool knows/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 2 });
  expect(terminal.text()).toContain('Nothing was changed.');
  expect(requests).toEqual([]);
});

test('nothing is sent if the user stops at the end; the line for later is printed', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --notes worn --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.answer(/^Grade this item/, down.repeat(2));
  expect(await terminal.ended).toMatchObject({ exitCode: 2 });
  expect(terminal.text()).toContain(`To go on from what you answered:\nresale grade ${coat} --notes worn`);
  expect(terminal.text()).toMatch(/^Nothing was changed\.$/m);
  expect(requests).toEqual([]);
});

test('an answer is changed before anything is sent, and so is one of a shipment', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --notes worn --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'y');
  await terminal.answer('Identifier of the item:', hat);
  await terminal.answer('What condition?', '');
  await terminal.answer('What you saw (Enter for none):', '');
  await terminal.answer('Address of a picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.answer(/^Grade these 2 items/, down);
  await terminal.asks('Which one?');
  await terminal.shows('item 1: notes      worn');
  terminal.type(down.repeat(5));
  await terminal.shows('❯ item 2: condition');
  terminal.type(enter);
  await terminal.answer('What condition?', down.repeat(3));
  await terminal.answer(/^Grade these 2 items/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);
  expect(terminal.text()).toMatch(new RegExp(`${hat} +. GOOD`));
});

test('a paste of several lines is one note, or several pictures; an item can be removed in the review', async () => {
  const { env, requests } = await sandboxed();
  const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;
  const terminal = inTerminal(`grade ${coat}`, { env: { ...env, LANG: 'C.UTF-8' }, columns: 120 });
  await terminal.answer('What condition?', '');
  await terminal.answer('What you saw (Enter for none):', pasted('first line\nsecond line\n'));
  const first = 'Address of a picture (Enter for no more):';
  await terminal.answer(first, pasted('https://images.example/1.jpg front\nC:\\2.jpg\n'));
  await terminal.shows('> It must be an address');
  terminal.type('\u0015');
  terminal.type(pasted('https://images.example/1.jpg front\n\nhttps://images.example/2.jpg\n') + enter);
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'y');
  await terminal.answer('Identifier of the item:', hat);
  await terminal.answer('What condition?', '');
  await terminal.answer('What you saw (Enter for none):', '');
  await terminal.answer(first, '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.asks(/^Grade these 2 items/);
  await terminal.shows('NOTES      first line⏎second line');
  await terminal.answer(/^Grade these 2 items/, down);
  await terminal.asks('Which one?');
  terminal.type(`${down.repeat(9)}${enter}`);
  await terminal.shows('✔ Which one? item 2: remove it');
  await terminal.answer(/^Grade this item/, '');
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);
  const [, line = ''] = /The same in one line:\n([\s\S]*)$/.exec(terminal.text()) ?? [];
  const { stdout } = await inShell(`${line} --dry-run`, { env });
  expect(JSON.parse(stdout).body.items).toEqual([
    {
      id: coat,
      condition: 'NEW_WITH_TAGS',
      notes: 'first line\nsecond line',
      images: [
        { url: 'https://images.example/1.jpg', notes: 'front' },
        { url: 'https://images.example/2.jpg' },
      ],
    },
  ]);
});

test.each([
  ['Ctrl-C', ctrlC, 130],
  ['Ctrl-D', ctrlD, 2],
])('%s in the second item: the line goes on from the items that were answered', async (_, keys, exitCode) => {
  const { env } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --notes worn --image https://images.example/1.jpg`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'y');
  await terminal.answer('Identifier of the item:', hat);
  await terminal.asks('What condition?');
  terminal.type(keys);
  expect(await terminal.ended).toMatchObject({ exitCode });
  expect(terminal.text()).toMatch(
    new RegExp(
      `To go on from what you answered:\nresale grade ${coat} --notes worn --image \\S+ --condition new-with-tags\n`,
    ),
  );
});

test('in the first item, it goes on from that', async () => {
  const { env } = await sandboxed();
  const asked = inTerminal('grade --condition good --no-check', { env });
  await asked.answer('Identifier of the item:', coat);
  await asked.answer('What you saw (Enter for none):', '');
  await asked.answer('Address of a picture (Enter for no more):', 'https://images.example/1.jpg cuff');
  await asked.asks('Address of another picture (Enter for no more):');
  asked.type(ctrlC);
  await asked.ended;
  expect(asked.text()).toContain(
    `resale grade ${coat} --no-check --condition good --image 'https://images.example/1.jpg cuff'\n`,
  );
  const early = inTerminal('grade', { env });
  await early.answer('Identifier of the item:', coat);
  await early.asks('What condition?');
  early.type(ctrlC);
  await early.ended;
  expect(early.text()).toContain(`To go on from what you answered:\nresale grade ${coat}\n`);
});

test('a shipment whose answer was lost: no line sends it again', async () => {
  const { env } = await startService({ '/v1/items/grade': (response) => void response.socket?.destroy() });
  const line = `grade ${coat} --notes worn --image https://images.example/1.jpg --settle 0`;
  const terminal = inTerminal(line, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.answer(/^Grade this item/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 8 });
  expect(terminal.text()).not.toContain('To go on from');
});

test('a shipment that the service refuses can be changed at once', async () => {
  let requests = 0;
  const { env } = await startService({
    '/v1/items/grade': (response, request) => {
      requests += 1;
      const graded = json(200, { items: [{ id: coat, condition: 'GOOD' }] });
      (requests === 1 ? json(400, { error: 'no such item' }) : graded)(response, request);
    },
  });
  const line = `grade ${hat} --notes worn --image https://images.example/1.jpg`;
  const terminal = inTerminal(line, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.answer(/^Grade this item/, '');
  await terminal.shows('The service refused it (400): no such item');
  await terminal.answer('Which one?', '');
  await terminal.answer(`Identifier of the item: (${hat})`, coat);
  await terminal.answer(/^Grade this item/, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toBe(2);
});
