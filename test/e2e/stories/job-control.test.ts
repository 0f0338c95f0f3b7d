import { expect, test } from 'vitest';
import { sandboxed } from '../../support/resale.ts';
import { ctrlC, down, enter, inTerminal, scriptInTerminal } from '../../support/terminal.ts';

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
  await terminal.asks('Identifier of the variant:');
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
  await terminal.asks('SKU:');
});

test('a question about rows from a pipe goes on after Ctrl-Z, too', async () => {
  const { env, requests } = await sandboxed({ listings: 3 });
  const rows = "printf 'externalIdentifier,quantity\\nRETURN-000001,77\\n'";
  const terminal = scriptInTerminal(
    `set -m; ${rows} | resale inventory set --from -; echo "stopped: $?"; fg > /dev/null; echo "ended $?"`,
    { env },
  );
  await terminal.asks('? (y/N)');
  terminal.type(ctrlZ);
  await terminal.shows(/stopped: \d+[\s\S]*\? \(y\/N\)$/);
  terminal.type(`y${enter}`);
  await terminal.shows('ended 0');
  expect(requests.filter((request) => !request.startsWith('GET '))).toHaveLength(1);
});
