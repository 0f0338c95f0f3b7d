import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inShell } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { ctrlC, down, enter, inMemoryTerminal, inTerminal, type Terminal, up } from '../support/terminal.ts';

const coat = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';
const hat = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const cap = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';
const scarf = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e65';
const another = 'Identifier of the next item (Enter if that is all):';

test('a paste of several lines is one note, or several pictures', async () => {
  const { env, requests } = await sandboxed();
  const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;
  const terminal = inTerminal(`grade ${coat}`, { env: { ...env, LANG: 'C.UTF-8' }, columns: 120 });
  await terminal.answer('What condition?', '');
  await terminal.answer('Notes (Enter for none):', pasted('first line\nsecond line\n'));
  const first = 'URL of a picture, then any notes (Enter for none):';
  await terminal.answer(first, pasted('https://images.example/1.jpg front\nC:\\2.jpg\n'));
  await terminal.shows('> It must be an address');
  terminal.type('\u0015');
  terminal.type(pasted('https://images.example/1.jpg front\n\nhttps://images.example/2.jpg\n') + enter);
  await terminal.answer('URL of another picture (Enter for no more):', '');
  await terminal.answer(another, '');
  await terminal.asks(/^Grade this item/);
  await terminal.shows('NOTES      first line⏎second line');
  await terminal.answer(/^Grade this item/, 'y');
  expect(await terminal.ended).toEqual({ exitCode: 0, signal: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);
  const [, line = ''] = /The same in one line:\n {2}([\s\S]*)$/.exec(terminal.text()) ?? [];
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

describe('with a bar-code scanner', () => {
  /** Types a code as a scanner does: without a pause that a person would make. */
  const scan = async (terminal: Terminal, code: string) => {
    for (const keys of [code.slice(0, 5), ...code.slice(5), enter]) {
      terminal.type(keys);
      await setTimeout(3);
    }
  };
  const code = '4006381333931';
  /** The line that grades the same box again, or goes on with it. */
  const again = `printf '%s\\n' ${coat} ${hat} | resale grade --from - --condition good`;

  test.each([
    ['Enter', enter, 2, 0],
    ['yes', `y${enter}`, 0, 1],
  ])(
    'a box: --condition holds for all of it, an empty line ends it, and %s at the end',
    async (_, keys, exitCode, sent) => {
      const { env, requests } = await sandboxed();
      const terminal = inMemoryTerminal('grade --condition good', { env, columns: 120 });
      await terminal.asks('Identifier of the item:');
      await scan(terminal, coat);
      await terminal.asks(another);
      // What is no item, and what is in the box already, is said and not added.
      await scan(terminal, code);
      await terminal.shows(`not '${code}'.`);
      await terminal.asks(another);
      await scan(terminal, coat);
      await terminal.shows(`> It appears twice: ${coat}.`);
      await terminal.asks(another);
      await scan(terminal, hat);
      await terminal.shows(`next item (Enter if that is all): ${hat}`);
      await terminal.answer(another, '');
      await terminal.asks(`Grade these 2 items (good) at ${env.RESALE_BASE_URL}? (y/N)`);
      expect(requests).toEqual([]);
      terminal.type(keys);
      expect(await terminal.ended).toMatchObject({ exitCode });
      expect(requests).toHaveLength(sent);
      expect(`${terminal.text()}\n`).toContain(`\n  ${again}\n`);
    },
  );

  test('a scan chooses nothing from a list, and says neither yes nor no', async () => {
    const { env, requests } = await sandboxed();
    const terminal = inTerminal('grade', { env, columns: 120 });
    await terminal.asks('Identifier of the item:');
    await scan(terminal, coat);
    await terminal.asks('What condition?');
    await scan(terminal, code);
    await scan(terminal, hat);
    await terminal.asks('What condition?');
    terminal.type(down.repeat(5));
    await terminal.shows('❯ another word');
    terminal.type(enter);
    await terminal.answer('The word for its condition:', 'for-parts');
    await terminal.asks(/^FOR_PARTS is not one of the conditions/);
    await scan(terminal, cap);
    await terminal.answer(/^FOR_PARTS is not one of the conditions/, 'y');
    await terminal.answer('Notes (Enter for none):', '');
    await terminal.answer('URL of a picture, then any notes (Enter for none):', '');

    // The last grade is offered.
    await terminal.shows(`not '${code}'.`);
    await terminal.shows(`✔ ${another} ${hat}`);
    await terminal.answer('What condition?', '');
    await terminal.answer('The word for its condition: (for-parts)', '');
    await terminal.answer(/^FOR_PARTS is not one of the conditions/, 'y');
    await terminal.answer('Notes (Enter for none):', '');
    await terminal.answer('URL of a picture, then any notes (Enter for none):', '');
    await terminal.shows(`✔ ${another} ${cap}`);
    await terminal.answer('What condition?', up.repeat(2));
    await terminal.answer('Notes (Enter for none):', 'a stain');
    await terminal.answer('URL of a picture, then any notes (Enter for none):', '');
    await terminal.answer(another, '');

    await terminal.asks(/^Grade these 3 items \(2 for parts, 1 good\)/);
    await scan(terminal, scarf);
    await terminal.answer(/^Grade these 3 items/, 'y');
    await terminal.shows(`Scanned too late, and not included: ${scarf}.`);
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(requests).toEqual(['POST /v1/items/grade 200']);
  });

  test('a person types the same more slowly, and chooses', async () => {
    const { env, requests } = await sandboxed();
    const terminal = inMemoryTerminal('grade', { env, columns: 120 });
    const type = async (keys: string) => {
      for (const key of keys) {
        terminal.type(key);
        await setTimeout(70);
      }
    };
    await terminal.asks('Identifier of the item:');
    await type(`${coat}${enter}`);
    await terminal.asks('What condition?');
    await type(`go${enter}`);
    await terminal.shows('✔ What condition? good');
    await terminal.asks('Notes (Enter for none):');
    await type(`shelf 2041b${enter}`);
    await terminal.answer('URL of a picture, then any notes (Enter for none):', '');
    await terminal.answer(another, '');
    await terminal.asks(/^Grade this item/);
    await terminal.shows('NOTES      shelf 2041b');
    await type(`yes${enter}`);
    expect(await terminal.ended).toMatchObject({ exitCode: 0 });
    expect(requests).toEqual(['POST /v1/items/grade 200']);
  });
});

test('Ctrl-C in the second item: the line goes on from the items that were answered', async () => {
  const { env } = await sandboxed();
  const flags = '--no-check --notes worn --image https://images.example/1.jpg';
  const terminal = inMemoryTerminal(`grade ${coat} ${flags}`, { env });
  await terminal.answer('What condition?', '');
  await terminal.answer(another, hat);
  await terminal.asks('What condition?');
  terminal.type(ctrlC);
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  expect(terminal.text()).toContain(
    `${hat} was not finished, and is left out.\nStopped by Ctrl-C. To go on:\n  resale grade ${coat} ${flags} --condition new-with-tags`,
  );
});
