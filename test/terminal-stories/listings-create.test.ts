import { expect, test } from 'vitest';
import { sandboxed } from '../support/resale.ts';
import { down, enter, inTerminal } from '../support/terminal.ts';

const shop = 'shop-second-meadow';

test('a listing of what somebody types', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inTerminal('listings create', { env });
  await terminal.answer('Identifier of the shop:', shop);
  await terminal.asks('Where does the product come from?');
  terminal.type(down.repeat(4));
  await terminal.shows('❯ manual');
  terminal.type(enter);
  await terminal.answer('Title:', 'Wool coat');
  await terminal.answer('Category:', 'Coats');
  await terminal.answer('Another category (Enter for no more):', '');
  await terminal.answer('NAME=VALUE (Enter for none):', 'colour=navy');
  await terminal.answer('NAME=VALUE (Enter for no more):', '');
  await terminal.answer('12900 for 129.00:', '12900');
  await terminal.shows('12900 reads as 129.00');
  await terminal.answer('How worn is it?', '');
  await terminal.answer('Address of a picture:', 'images.example');
  await terminal.shows('> It must be a URL');
  terminal.type(`\u0015https://images.example/1.jpg${enter}`);
  await terminal.answer('Notes on it for the shop (Enter for none):', 'front view');
  await terminal.answer('Address of another picture (Enter for no more):', '');
  await terminal.answer('(y/N)', '');
  await terminal.asks(`Create this listing in the shop ${shop} at ${env.RESALE_BASE_URL}?`);
  console.log(terminal.text());
  terminal.type(enter);
  await terminal.asks('Another one? (Y/n)');
  terminal.type(`n${enter}`);
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  console.log(terminal.text());
  expect(requests).toEqual(['POST /v1/listings 200']);
});
