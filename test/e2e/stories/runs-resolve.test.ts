import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { directoryOf } from '../../../src/runs/folder/directory.ts';
import { behind, calm, neverCame, onlyList, started } from '../../support/relayed.ts';
import { ctrlC, enter, inMemoryTerminal, up } from '../../support/terminal.ts';

/** A run of which nothing came of B, C, D and E; somebody has set B to what was wanted since. */
const fourUnknown = async () => {
  const onlyFirst = (before: number) => (before === 0 ? undefined : neverCame);
  const shop = await behind({ A: 1, B: 2, C: 3, D: 4, E: 5 }, onlyFirst, onlyList);
  const { run } = await started(shop, 'sku,quantity\nA,5\nB,6\nC,7\nD,8\nE,9\n');
  Object.assign(shop.weather, { meddle: calm, reads: calm });
  await shop.sets('B', 6);
  const shown = async () => JSON.parse((await shop.resale(`runs show ${run}`)).stdout);
  return {
    run,
    shown,
    terminal: inMemoryTerminal(`runs resolve ${run}`, { env: shop.env, columns: 80 }),
    shop,
  };
};

/** From the answer that leaves a row as it is. */
const toApplied = up + up;

const ofB = 'B is as wanted now. What became of it?';
const ofOthers = '3 rows still have their old inventory. What became of them?';

test('Enter twice answers one question', async () => {
  const { shown, terminal } = await fourUnknown();
  await terminal.asks(ofB);
  terminal.type(`${toApplied}${enter}${enter}`);
  await terminal.asks(ofOthers);
  await setTimeout(300);
  expect(await shown()).toMatchObject({ applied: 2 });
});

test('Ctrl-C keeps what was answered, and says how to go on', async () => {
  const { run, shown, terminal } = await fourUnknown();
  await terminal.answer(ofB, up);
  await terminal.answer(/^It is as wanted now/, 'y');
  await terminal.asks(ofOthers);
  terminal.type(ctrlC);
  expect(await terminal.ended).toEqual({ exitCode: 130, signal: 0 });
  expect(terminal.text()).toContain(
    `Resolved 1 row. 3 in doubt: lines 4, 5 and 6. To resolve them:\n  resale runs resolve ${run.slice(-4)}`,
  );
  expect(terminal.cursorIsShown()).toBe(true);
  expect(await shown()).toMatchObject({
    state: 'unresolved',
    applied: 1,
    refused: 1,
    unknownLines: [4, 5, 6],
  });
});

test('an answer is not recorded if another process has taken the run meanwhile', async () => {
  const { run, shown, terminal, shop } = await fourUnknown();
  await terminal.asks(ofB);
  const { lock } = directoryOf(join(shop.cwd, 'state'), run);
  await rmdir(lock);
  await mkdir(lock);
  terminal.type(`${toApplied}${enter}`);
  expect(await terminal.ended).toMatchObject({ exitCode: 1 });
  expect(terminal.text()).toContain('another process has taken the run over');
  expect(await shown()).toMatchObject({ applied: 1, unknownLines: [3, 4, 5, 6] });
});
