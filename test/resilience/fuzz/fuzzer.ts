import type fc from 'fast-check';
import { unmannerly } from '../faults/manners.ts';
import { onPremises } from '../faults/premises.ts';
import { canaries, type FaultShop } from '../faults/shop.ts';
import type { Tool } from './tool.ts';

/** A law, and arbitrary inputs that it must hold for. */
export interface Fuzzer {
  name: string;
  /** How many inputs it gets beside the others. */
  share: number;
  law(place: Place): fc.IAsyncPropertyWithHooks<unknown> | fc.IAsyncProperty<unknown>;
}

/** Where command lines run: a shop, a directory of their own, and the tool. */
export interface Place {
  shop: FaultShop;
  home: string;
  /** Runs a command line, and fails where it breaks manners. Gives what it said. */
  keepsManners(
    argv: readonly string[],
    stdin?: Uint8Array,
  ): Promise<{ exitCode: number; stdout: string; stderr: string }>;
}

/** Opens a place, hands it over, and leaves nothing of it behind. */
export const inPlace = <Done>(tool: Tool, work: (place: Place) => Promise<Done>): Promise<Done> =>
  onPremises(({ shop, home, env }) =>
    work({
      shop,
      home,
      async keepsManners(argv, stdin = new Uint8Array()) {
        const { exitCode, stdout, stderr } = await tool(argv, { env, cwd: home, stdin });
        const misses = unmannerly({ exitCode, stdout, stderr }, [canaries.apiKey]);
        if (exitCode === undefined || misses.length > 0)
          throw new Error(`${misses.join('; ')}: ${JSON.stringify({ argv, exitCode, stderr })}`);
        return { exitCode, stdout, stderr };
      },
    }),
  );
