import { expect, test } from 'vitest';
import { inShell } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { down, enter, inTerminal } from '../support/terminal.ts';

const coat = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';
const hat = '90025b3b-3c3c-4d40-91b1-88d4177828cf';

test('one item: what is missing is asked, and the line below does the same again', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --image https://images.example/1.jpg`, { env });
  await terminal.asks('How worn is it?');
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
  await terminal.answer('How worn is it?', '');
  await terminal.answer('What you saw (Enter for none):', '');
  await terminal.answer('Address of a picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'y');

  // The same item twice is refused at once.
  await terminal.answer('Identifier of the item:', coat.toUpperCase());
  await terminal.shows(`> It stands twice: ${coat.toUpperCase()}.`);
  terminal.type(`\u0015${hat}${enter}`);
  await terminal.asks('How worn is it?');
  terminal.type(`${down.repeat(5)}${enter}`);
  await terminal.answer('The word for its condition:', 'god');
  await terminal.shows("> It can't be 'god': did you mean good?");
  terminal.type(`\u0015damaged${enter}`);
  await terminal.answer('What you saw (Enter for none):', 'a hole');
  await terminal.answer('Address of a picture (Enter for no more):', 'https://images.example/2.jpg');
  await terminal.answer('Notes on it for the shop (Enter for none):', 'the hole');
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer('Another item of this shipment? (y/N)', 'n');

  await terminal.shows(/ID +CONDITION +NOTES +IMAGES\n.*NEW_WITH_TAGS\n.*DAMAGED +a hole/);
  await terminal.answer(`Grade these 2 items at ${env.RESALE_BASE_URL}?`, '');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);

  const [, line = ''] = /The same in one line:\n(.*)/.exec(terminal.text()) ?? [];
  const again = await inShell(line, { env });
  expect([again.exitCode, requests]).toEqual([0, Array(2).fill('POST /v1/items/grade 200')]);
  const { stdout } = await inShell(`${line} --dry-run -o ndjson`, { env });
  expect(stdout.trim().split('\n')).toHaveLength(2);
});

test('nothing is sent where somebody stops at the end; the line for later is printed', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal(`grade ${coat} --notes worn --image https://images.example/1.jpg`, { env });
  await terminal.answer('How worn is it?', '');
  await terminal.answer('Another item of this shipment? (y/N)', '');
  await terminal.asks('?');
  terminal.type(`${down}${enter}`);
  expect(await terminal.ended).toMatchObject({ exitCode: 2 });
  expect(terminal.text()).toContain(`What you answered, in one line:\nresale grade ${coat} --notes worn`);
  expect(terminal.text()).toMatch(/^Nothing was changed\.$/m);
  expect(requests).toEqual([]);
});
