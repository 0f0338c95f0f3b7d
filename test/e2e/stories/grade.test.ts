import { describe, expect, test } from 'vitest';
import { exampleIdentifier } from '../../../src/service/identifier.ts';
import { inShell } from '../../support/built.ts';
import { sandboxed } from '../../support/resale.ts';
import { ctrlC, enter, inMemoryTerminal, inTerminal } from '../../support/terminal.ts';

const coat = '3f2b8c64-1d0a-4c55-8f3e-5b7d9a6c1e20';
const hat = '90025b3b-3c3c-4d40-91b1-88d4177828cf';
const scarf = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e65';
const another = 'Identifier of the next item (Enter if that is all):';

test('a paste of several lines is one note, or several pictures', async () => {
  const { env, requests } = await sandboxed();
  const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;
  const terminal = inTerminal(`grade ${coat}`, { env: { ...env, LANG: 'C.UTF-8' }, columns: 120 });
  await terminal.answer('What condition?', 'new-with-tags');
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

const code = '4006381333931';

describe('a box with one --condition', () => {
  /** The line that grades the same box again, or goes on with it. */
  const again = `printf '%s\\n' ${coat} ${hat} | resale grade --from - --condition good`;

  test.each([
    ['Enter', enter, 2, 0],
    ['yes', `y${enter}`, 0, 1],
  ])('is bare lines: an empty one ends it, and %s at the end', async (_, keys, exitCode, sent) => {
    const { env, requests } = await sandboxed();
    const terminal = inTerminal('grade --condition good', { env, columns: 120 });
    await terminal.shows('Good: scan or type one item a line. An empty line ends the box.\n  1');
    // All of it at once, as by a scanner that is faster than any screen.
    terminal.type([coat, code, coat, hat, ''].map((line) => `${line}${enter}`).join(''));
    await terminal.asks(`Grade these 2 items (good) at ${env.RESALE_BASE_URL}? (y/N)`);
    expect(terminal.text()).toContain(`  ! It must be an id such as ${exampleIdentifier}, not '${code}'.\n`);
    expect(terminal.text()).toContain(`  ! ${coat} is in the box already.\n`);
    expect(requests).toEqual([]);
    terminal.type(keys);
    expect(await terminal.ended).toMatchObject({ exitCode });
    expect(requests).toHaveLength(sent);
    expect(`${terminal.text()}\n`).toContain(`\n  ${again}\n`);
  });

  test('ended by Ctrl-C names the line that goes on from what is in it', async () => {
    const { env } = await sandboxed();
    const terminal = inTerminal('grade --condition good', { env, columns: 120 });
    await terminal.ends('  1');
    terminal.type(`${coat}${enter}`);
    await terminal.ends('  2');
    terminal.type(`${hat}${enter}`);
    await terminal.ends('  3');
    terminal.type(ctrlC);
    expect((await terminal.ended).exitCode || 130).toBe(130);
    expect(terminal.text()).toContain(`Stopped by Ctrl-C. To continue:\n  ${again}`);
  });
});

test('a grade is a word or its beginning, Enter for the last one; a code is none, and chooses nothing', async () => {
  const { env, requests } = await sandboxed();
  const terminal = inMemoryTerminal('grade', { env, columns: 120 });
  const nothingElse = async () => {
    await terminal.answer('Notes (Enter for none):', '');
    await terminal.answer('URL of a picture, then any notes (Enter for none):', '');
  };
  await terminal.answer('Identifier of the item:', coat);
  await terminal.asks('What condition?');
  await terminal.shows('  minor-defect      has a small fault');
  terminal.type(enter);
  await terminal.shows("> It can't be left out.");
  for (const scanned of [code, hat, 'abc12345']) {
    terminal.type(`${scanned}${enter}`);
    await terminal.shows(`> "${scanned}" is not a condition.`);
  }
  terminal.type(`new${enter}`);
  await terminal.shows('> It may be new-with-tags or new-without-tags.');
  // A word of the service's own needs --no-check.
  terminal.type(`for-parts${enter}`);
  await terminal.shows('> "for-parts" is not a condition.');
  await terminal.answer('What condition?', 'Minor');
  await terminal.shows('What condition? minor-defect');
  await nothingElse();

  await terminal.asks(another);
  terminal.type(`${coat}${enter}`);
  await terminal.shows(`> It appears twice: ${coat}.`);
  // What was refused is gone, so the next code is not glued to it.
  terminal.type(`${hat}${enter}`);
  await terminal.answer('What condition? (minor-defect)', '');
  await nothingElse();
  await terminal.answer(another, '');
  await terminal.asks(/^Grade these 2 items \(minor defect\)/);
  terminal.type(`${scarf}${enter}`);
  await terminal.shows('> Type y for yes or n for no.');
  await terminal.answer(/^Grade these 2 items/, 'y');
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(requests).toEqual(['POST /v1/items/grade 200']);
});

test('Ctrl-C in the second item: the line goes on from the items that were answered', async () => {
  const { env } = await sandboxed();
  const flags = '--no-check --notes worn --image https://images.example/1.jpg';
  const terminal = inMemoryTerminal(`grade ${coat} ${flags}`, { env });
  await terminal.answer('What condition?', 'new-with-tags');
  await terminal.answer(another, hat);
  await terminal.asks('What condition? (new-with-tags)');
  terminal.type(ctrlC);
  expect(await terminal.ended).toMatchObject({ exitCode: 130 });
  expect(terminal.text()).toContain(
    `${hat} was not finished, and is left out.\nStopped by Ctrl-C. To continue:\n  resale grade ${coat} ${flags} --condition new-with-tags`,
  );
});
