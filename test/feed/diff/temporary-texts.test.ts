import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TemporaryTexts } from '../../../src/feed/diff/temporary-texts.ts';
import { fc } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const opened = (): TemporaryTexts => {
  const aside = new TemporaryTexts();
  onTestFinished(() => aside.close());
  return aside;
};

test('texts come back by their number, whenever they are asked for', () => {
  const aside = opened();
  aside.add('coat');
  expect(aside.get(0)).toBe('coat');
  aside.add('');
  aside.add('été 👗');
  expect([aside.get(2), aside.get(1), aside.get(0), aside.length]).toEqual(['été 👗', '', 'coat', 3]);
});

test('more texts than are written at once', () => {
  const aside = opened();
  const texts = Array.from({ length: 30_000 }, (_, number) => `${number} ${'é'.repeat(number % 40)}`);
  for (const text of texts) aside.add(text);
  expect(texts.map((_, number) => aside.get(number))).toEqual(texts);
});

test('law: whatever was put aside comes back, in any order', () => {
  const aside = opened();
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const first = aside.length;
      for (const text of texts) aside.add(text);
      for (const [index, text] of [...texts.entries()].reverse()) expect(aside.get(first + index)).toBe(text);
    }),
  );
});

test('its file has no name, so that nothing is left behind', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const aside = opened();
  aside.add('x'.repeat(1_000_000));
  expect(await readdir(folder)).toEqual([]);
});
