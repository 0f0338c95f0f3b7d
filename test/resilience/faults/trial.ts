import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tool } from '../fuzz/tool.ts';
import type { Said } from './manners.ts';
import { onPremises } from './premises.ts';
import type { Scene } from './scenes.ts';
import { type Attack, canaries, type FaultShop } from './shop.ts';

/** How a command ended, and what it left behind. */
export interface Outcome extends Said {
  /** Files that hold a credential, or the link's signature. */
  leaks: readonly string[];
}

/** On a busy machine, a short time is over before a good answer is there. */
const flagsFor = (attack: Attack | undefined): string[] => [
  '--timeout',
  attack?.fault.isEndless ? '2' : '80',
  '--max-retries',
  '1',
  '--settle',
  '0',
  '--max-wait',
  '2',
];

/** Runs the command of a scene in a shop and a home of its own, and hands both to a judge. */
export const runScene = <Verdict>(
  tool: Tool,
  scene: Scene,
  attack: Attack | undefined,
  judge: (outcome: Outcome, shop: FaultShop) => Verdict,
): Promise<Verdict> =>
  onPremises(async ({ shop, home, env }) => {
    const place = attack && 'place' in attack.fault ? await attack.fault.place() : undefined;
    try {
      shop.attack = attack;
      if (scene.rows !== undefined) await writeFile(join(home, 'rows.csv'), scene.rows);
      const said = await tool([...scene.args, ...flagsFor(attack)], {
        env: place ? { ...env, RESALE_BASE_URL: place.url } : env,
        cwd: home,
        stdin: new Uint8Array(),
      });
      return judge({ ...said, leaks: await leaksIn(home) }, shop);
    } finally {
      place?.close();
    }
  });

const leaksIn = async (home: string): Promise<string[]> => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  // The client id is none: a run keeps whose it is.
  const { apiKey, signature } = canaries;
  return files.filter((_, index) => [apiKey, signature].some((canary) => texts[index]?.includes(canary)));
};
