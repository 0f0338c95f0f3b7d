import { expect, test } from 'vitest';
import { sandboxed } from '../support/resale.ts';
import { ctrlC, down, enter, inTerminal, scriptInTerminal } from '../support/terminal.ts';

const begun = 'listings create --shop-id shop-second-meadow';
const ctrlZ = '\u001a';

test('Ctrl-Z stops the tool, and fg goes on at the question', async () => {
  const { env } = await sandboxed();
  const terminal = scriptInTerminal(
    `set -m; resale ${begun}; echo "stopped: $? $(stty -a | grep -o '[-]*icanon')"; fg > /dev/null`,
    { env },
  );
  await terminal.asks('Where does the product come from?');
  terminal.type(down);
  await terminal.shows('❯ variant-id');
  terminal.type(ctrlZ);
  await terminal.shows('stopped: 148 icanon');
  await terminal.asks('Where does the product come from?');
  await terminal.shows(/stopped[\s\S]*❯ variant-id/);
  terminal.type(enter);
  await terminal.asks('SKU or product variant identifier:');
  terminal.type(ctrlC);
  expect((await terminal.ended).exitCode).toBe(130);
});

test('where no shell could let it go on, Ctrl-Z changes nothing', async () => {
  const { env } = await sandboxed();
  const terminal = inTerminal(begun, { env });
  await terminal.asks('Where does the product come from?');
  terminal.type(ctrlZ);
  await terminal.shows(/come from\?[\s\S]*come from\?/);
  await terminal.answer('Where does the product come from?', '');
  await terminal.asks('SKU or product variant identifier:');
});

test.each([40, 200])('a window of another size leaves nothing of the old list: %i', async (columns) => {
  const { env } = await sandboxed();
  const terminal = inTerminal(begun, { env, columns: 90 });
  await terminal.asks('Where does the product come from?');
  terminal.type(down);
  await terminal.shows('❯ variant-id');
  const drawn = terminal.raw().length;
  terminal.resize(columns);
  while (!/variant-id[^\n]*\n[\s\S]*select/.test(terminal.raw().slice(drawn)))
    await new Promise((resolve) => setTimeout(resolve, 20));
  await terminal.asks('Where does the product come from?');
  await terminal.shows('❯ variant-id');
  const count = (word: string) => terminal.text().split(word).length - 1;
  expect(['come from?', 'external-variant-id', 'manual', 'select'].map(count)).toEqual([1, 1, 1, 1]);
  expect(terminal.text()).toContain('can change any answer then.');
  terminal.type(enter);
  await terminal.asks('SKU or product variant identifier:');
});
