import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { widthOf } from '../../src/terminal/width.ts';
import { commandPaths } from '../support/commands.ts';
import { isToCopy } from '../support/nasty.ts';
import { played, type Scene } from './scene.ts';
import { scenes, withoutScreen } from './scenes.ts';

const widths = [20, 80, 200];
const folder = fileURLToPath(new URL('shown/', import.meta.url));

/** `runs show, its rows` → `runs` */
const nounOf = (name: string): string => name.split(/[ ,]/)[0] ?? '';
const nouns = [...new Set(Object.keys(scenes).map(nounOf))];

const ruler = (widths: readonly number[], exitCode: number): string =>
  `── ${widths.join(', ')} columns${exitCode === 0 ? '' : `, exit ${exitCode}`} `.padEnd(80, '─');

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('the screens of each noun are kept in shown/, at three widths, for people to look at', () => {
  test.each(nouns)('%s', async (noun) => {
    const kept: string[] = [];
    for (const [name, scene] of Object.entries(scenes).filter(([own]) => nounOf(own) === noun)) {
      const lines = [...(scene.before ?? []), scene.line].map((line) => `$ resale ${line}\n`);
      kept.push(`# ${name}\n\n${lines.join('')}\n${(await drawn(scene)).join('\n')}`);
    }
    await expect(kept.join('\n\n')).toMatchFileSnapshot(`${folder}${noun}.txt`);
  });
});

/** A scene on screens of all widths. Those that look the same are kept once. */
const drawn = async (scene: Scene): Promise<string[]> => {
  const screens = new Map<string, number[]>();
  const exitCodes = new Set<number>();
  for (const width of scene.widths ?? widths) {
    const { screen, exitCode } = await played(scene, width);
    exitCodes.add(exitCode);
    // A word that is too long for its line stays whole, also where a command line goes on behind it.
    for (const line of screen.split('\n'))
      if (!isToCopy(line.replace(/ \\$/, ''))) expect(widthOf(line), line).toBeLessThanOrEqual(width);
    screens.set(screen, [...(screens.get(screen) ?? []), width]);
  }
  // How wide a screen is makes no difference to how a command ends.
  const [exitCode = 0, ...others] = exitCodes;
  expect(others).toEqual([]);
  return [...screens].map(([screen, same]) => `${ruler(same, exitCode)}\n${screen}`);
};

test('every command has a screen, or a reason to have none', () => {
  const shown = Object.keys(scenes).map((name) => name.split(',')[0] ?? '');
  expect(commandPaths.filter((command) => !shown.includes(command) && !(command in withoutScreen))).toEqual(
    [],
  );
  expect(Object.keys(withoutScreen).filter((command) => !commandPaths.includes(command))).toEqual([]);
});

test('no screen is kept that nobody plays', () => {
  expect(readdirSync(folder).sort()).toEqual(nouns.map((noun) => `${noun}.txt`).sort());
});
