import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machine } from '../support/built.ts';
import { sandboxed } from '../support/resale.ts';
import { down, inTerminal, scriptInTerminal, type Terminal } from '../support/terminal.ts';

const shop = 'shop-second-meadow';
const fromSku = `listings create --shop-id ${shop} --source sku --product-id A`;

/** The line that a walk-through prints at its end. */
const lineIn = (terminal: Terminal): string => {
  const [, line] = /The same in one line:\n {2}(resale .*)\n/.exec(`${terminal.text()}\n\n`) ?? [];
  if (line === undefined) throw new Error(`No line to copy in:\n${terminal.text()}`);
  return line;
};

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
