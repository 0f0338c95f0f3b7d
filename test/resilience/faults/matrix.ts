import type { Tool } from '../fuzz/tool.ts';
import { attackOf, type Case, nameOf } from './case.ts';
import { judgeBegun, judgeRead } from './judge-read.ts';
import { judgeRows } from './judge-rows.ts';
import { unmannerly } from './manners.ts';
import type { Scene } from './scenes.ts';
import { canaries } from './shop.ts';
import { runScene } from './trial.ts';

/** Runs faults against commands of one build of the tool, within this process or each in its own. */
export class Matrix {
  readonly #calm = new Map<string, Promise<string>>();

  constructor(readonly tool: Tool) {}

  /** Runs one case. What it finds comes with the command that finds it again. */
  async run(one: Case): Promise<string[]> {
    const attack = attackOf(one);
    const { scene } = one;
    const calm = scene.change === undefined ? await this.#printedInPeace(scene) : '';
    const misses = await runScene(this.tool, scene, attack, (outcome, shop) => [
      ...(outcome.exitCode === undefined
        ? ['it did not end in time']
        : unmannerly(outcome, secretsOf(scene))),
      ...outcome.leaks.map((file) => `a secret is in ${file}`),
      ...shop.strays.map((host) => `${host} saw the credentials`),
      ...(scene.change === undefined
        ? judgeRead(one, outcome, calm)
        : scene.change === 'one'
          ? judgeBegun(one, outcome, shop)
          : judgeRows(one, outcome, shop)
      ).map((miss) => `${miss}; it said: ${outcome.stderr.slice(0, 500)}`),
    ]);
    return misses.map((miss) => `${miss}\n    npm run torture -- --case '${nameOf(one)}'`);
  }

  /** What a scene prints where nothing goes wrong. */
  #printedInPeace(scene: Scene): Promise<string> {
    const known =
      this.#calm.get(scene.name) ??
      runScene(this.tool, scene, undefined, ({ exitCode, stdout, stderr }) => {
        if (exitCode !== 0) throw new Error(`${scene.name} fails without any fault: ${stderr}`);
        return stdout;
      });
    this.#calm.set(scene.name, known);
    return known;
  }
}

/** What a command may print nowhere. The link itself is what some print. */
const secretsOf = ({ args }: Scene): string[] => {
  const { apiKey, signature } = canaries;
  return [apiKey, 'canary-password', ...(args.includes('--link') ? [] : [signature])];
};
