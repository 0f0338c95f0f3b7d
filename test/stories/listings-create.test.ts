import { expect, test } from 'vitest';
import { sandboxed } from '../support/resale.ts';
import { down, inMemoryTerminal, type Terminal } from '../support/terminal.ts';

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
  const terminal = inMemoryTerminal(`${fromSku} --image https://images.example/1.jpg`, { env });
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
  await terminal.answer('Another one? (y/N)', 'n');
  await terminal.ended;
  expect(lineIn(terminal)).not.toContain('--description');
});
