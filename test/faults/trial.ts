import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, start } from '../torture/tool.ts';
import type { Scene } from './scenes.ts';
import { listings } from './scenes.ts';
import { type Attack, canaries, FaultShop } from './shop.ts';

/** How a command ended, and what it left behind. */
export interface Outcome extends Ended {
  /** It had not ended in time, and was killed. */
  isLate: boolean;
  /** Files that hold a credential, or the link's signature. */
  leaks: readonly string[];
}

/** Far longer than anything here may take, on however busy a machine. */
const longestMs = 90_000;

const flags = ['--timeout', '1', '--max-retries', '1', '--settle', '0', '--max-wait', '2'];

/** Runs the command of a scene in a shop and a home of its own, and hands both to a judge. */
export const runScene = async <Verdict>(
  bin: string,
  scene: Scene,
  attack: Attack | undefined,
  judge: (outcome: Outcome, shop: FaultShop) => Verdict,
): Promise<Verdict> => {
  const shop = await FaultShop.open(listings);
  const home = await mkdtemp(join(tmpdir(), 'resale-faults-'));
  const place = attack && 'place' in attack.fault ? await attack.fault.place() : undefined;
  try {
    shop.attack = attack;
    if (scene.rows !== undefined) await writeFile(join(home, 'rows.csv'), scene.rows);
    const outcome = await runTool(bin, scene.args, home, place?.url ?? shop.url);
    return judge({ ...outcome, leaks: await leaksIn(home) }, shop);
  } finally {
    place?.close();
    await shop.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
};

const runTool = async (bin: string, args: readonly string[], home: string, baseUrl: string) => {
  const running = start({
    program: [process.execPath, bin, ...args, ...flags],
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      TMPDIR: home,
      RESALE_BASE_URL: baseUrl,
      RESALE_CLIENT_ID: canaries.clientId,
      RESALE_API_KEY: canaries.apiKey,
    },
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    running.kill('SIGKILL');
  }, longestMs);
  const ended = await running.ended;
  clearTimeout(timer);
  return { ...ended, isLate };
};

const leaksIn = async (home: string): Promise<string[]> => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, index) => Object.values(canaries).some((canary) => texts[index]?.includes(canary)));
};
