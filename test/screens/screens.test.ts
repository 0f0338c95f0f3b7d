import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tree } from '../../src/commands/tree.ts';
import { widthOf } from '../../src/terminal/width.ts';
import { isToCopy } from '../support/nasty.ts';
import { played } from './scene.ts';
import { scenes, withoutScreen } from './scenes.ts';

const widths = [20, 40, 80, 200];
const folder = fileURLToPath(new URL('shown/', import.meta.url));
const fileOf = (name: string): string => `${name.replaceAll(/[ ,]+/g, '-')}.txt`;

const ruler = (width: number): string =>
  `── ${width} columns `.padEnd(width, '─').slice(0, Math.max(width, 14));

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('each screen is kept in shown/, at four widths, for people to look at', () => {
  test.each(Object.entries(scenes))('%s', async (name, scene) => {
    const drawn: string[] = [];
    for (const width of widths) {
      const screen = await played(scene, width);
      drawn.push(`${ruler(width)}\n${screen}`);
      for (const line of screen.split('\n'))
        if (!isToCopy(line)) expect(widthOf(line), line).toBeLessThanOrEqual(width);
    }
    const before = (scene.before ?? []).map((line) => `$ resale ${line}\n`).join('');
    const kept = `${before}$ resale ${scene.line}\n\n${drawn.join('\n')}`;
    await expect(kept).toMatchFileSnapshot(`${folder}${fileOf(name)}`);
  });
});

/** `listings list`, for every command of the tree. */
const commands = tree.flatMap((child) =>
  'children' in child ? child.children.map(({ name }) => `${child.name} ${name}`) : [child.name],
);

test('every command has a screen, or a reason to have none', () => {
  const shown = Object.keys(scenes).map((name) => name.split(',')[0] ?? '');
  expect(commands.filter((command) => !shown.includes(command) && !(command in withoutScreen))).toEqual([]);
  expect(Object.keys(withoutScreen).filter((command) => !commands.includes(command))).toEqual([]);
});

test('no screen is kept that nobody plays', () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(scenes).map(fileOf).sort());
});
