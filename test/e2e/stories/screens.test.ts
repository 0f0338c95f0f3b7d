import { describe, expect, test } from 'vitest';
import { inShell, machine } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';
import { enter, inMemoryTerminal, inTerminal } from '../../support/terminal.ts';

const line = 'listings create --shop-id shop-second-meadow';
const sku = `${line} --source sku --image https://images.example/1.jpg`;
const escapeCharacter = '\u001b';
const conditions = ['new-with-tags', 'new-without-tags', 'excellent', 'good', 'minor-defect'];

describe('the width of the window', () => {
  test.each([20, 40, 80])('%i columns: every question reads whole', async (columns) => {
    const { env } = await sandboxed();
    const terminal = inMemoryTerminal(sku, { env, columns });
    // A window is drawn piece by piece: this is the last.
    await terminal.shows(/SKU:$/);
    expect(terminal.text().replaceAll('\n', ' ')).toBe('You will see everything before it is sent. ? SKU:');
    terminal.type(`A${enter}`);
    await terminal.asks('What condition?');
    const choices = terminal
      .text()
      .split('\n')
      .filter((shown) => shown.startsWith('  '));
    expect(choices).toEqual(conditions.map((condition) => expect.stringContaining(condition)));
    terminal.type(`good${enter}`);
    await terminal.shows(/none\):$/);
    terminal.type(enter);
    await terminal.answer('Add more? (y/N)', '');
    await terminal.shows(/\(Y\/n\)$/);
  });

  test.each([25, 40, 80])('%i columns: no word is torn', async (columns) => {
    const { env } = await sandboxed();
    const terminal = inMemoryTerminal(sku, { env, columns });
    await terminal.shows(/SKU:$/);
    terminal.type(`A${enter}`);
    await terminal.asks('What condition?');
    terminal.type(`good${enter}`);
    await terminal.shows(/Your own[^:]*none\):$/);
    expect(terminal.text().replaceAll('\n', ' ')).toMatch(/\? Your own identifier \(Enter for none\):$/);
    terminal.type(enter);
    await terminal.shows(/\(y\/N\)$/);
    expect(terminal.text().replaceAll('\n', ' ')).toContain(
      'It can also have: price, description, metadata, commerce domain, brand. ? Add more? (y/N)',
    );
    terminal.type(`y${enter}`);
    await terminal.shows(/none\):$/);
    terminal.type(`1.290,00${enter}`);
    await terminal.shows(/> It must be an\samount[\s\S]*not\s"1\.290,00"\.$/);
    terminal.type(`\u0015${enter}`);
    await terminal.shows(/Text that[^:]*none\):$/);
    expect(terminal.text().replaceAll('\n', ' ')).toMatch(/\? Text that buyers see \(Enter for none\):$/);
  });

  test('a window that is resized during a question draws the next one whole', async () => {
    const { env } = await sandboxed();
    const terminal = inTerminal(sku, { env, columns: 80 });
    await terminal.asks('SKU:');
    for (const columns of [20, 100, 40, 0x7f]) terminal.resize(columns);
    terminal.resize(40);
    terminal.type('ABC');
    await terminal.shows(/SKU: ABC/);
    terminal.type(enter);
    await terminal.asks('What condition?');
    terminal.resize(100);
    terminal.type(`new-without${enter}`);
    await terminal.shows('✔ What condition? new-without-tags');
    await terminal.answer('Your own identifier (Enter for none):', '');
    await terminal.answer('Add more? (y/N)', '');
    await terminal.asks(/^Create this listing/);
  });
});

describe('colours', () => {
  const drawnAt = async (how: Record<string, string>, flags = '', opened = inMemoryTerminal) => {
    const { env } = await sandboxed();
    const terminal = opened(`${sku}${flags}`, { env: { ...env, ...how } });
    await terminal.asks('SKU:');
    return terminal.raw();
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is
  const colour = /\u001b\[[\d;]*m/;

  test('are there', async () => expect(await drawnAt({}, '', inTerminal)).toMatch(colour));
  test('not with NO_COLOR', async () => expect(await drawnAt({ NO_COLOR: '1' })).not.toMatch(colour));
  test('not with --no-color', async () => expect(await drawnAt({}, ' --no-color')).not.toMatch(colour));
});

test('what a price means is shown while it is typed', async () => {
  const { env } = await sandboxed();
  const terminal = inMemoryTerminal(`${line} --title Coat --category Coats --option a=b`, { env });
  await terminal.asks('Price when new, as on the label:');
  terminal.type('129');
  await terminal.shows(/label: 129 reads as 129\.00$/);
});

test('the line to copy acts on no terminal, and says the same in a shell', async () => {
  const { env } = await sandboxed();
  const title = `a${escapeCharacter}]0;owned\u0007 'b'\nc\u202e!$(id)\`id\`\\n%s \u{1f469}\u200d\u{1f52c}é`;
  const typed = [...line.split(' '), '--source', 'manual', '--title', title, '--category', '-n'];
  const terminal = inMemoryTerminal(
    [
      ...typed,
      '--option',
      'a=b',
      '--original-price',
      '5',
      '--image',
      'https://images.example/1.jpg',
      '--yes',
    ],
    { env, columns: 1000 },
  );
  await terminal.answer('What condition?', 'good');
  await terminal.answer('Your own identifier (Enter for none):', '');
  await terminal.answer('Add more? (y/N)', '');
  await terminal.asks('Another one? (y/N)');
  expect(terminal.raw()).not.toContain('\u0007');
  expect(terminal.raw()).not.toContain('\u202e');
  const [, copied = ''] = /The same in one line:\n {2}(resale .*)\n/.exec(terminal.text()) ?? [];
  const on = machine();
  const { stdout } = await inShell(`exec sh -c "$LINE --dry-run"`, { env: { ...env, LINE: copied }, on });
  expect(JSON.parse(stdout).body.manualProductOptions).toEqual({ title, categories: ['-n'], a: 'b' });
});
